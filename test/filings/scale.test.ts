import { describe, expect, test } from 'vitest'
import { statedScale } from '../../pipeline/filings/scale.ts'
import scales from './scale.json' with { type: 'json' }

describe('the scale a text states', () => {
  test.each(scales as [string, number][])('%s', (text, exponent) => expect(statedScale(text)).toBe(exponent))

  test.each(['Bitcoin', '(000-12345)', 'in thousandths', 'a million reasons', 'thousands of coins'])('none in %s', (text) =>
    expect(statedScale(text)).toBeNull(),
  )
})
