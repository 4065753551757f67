import { describe, expect, test } from 'vitest'
import { scaleIn } from '../../pipeline/filings/scale.ts'

describe('the scale a text states', () => {
  test.each([
    ['(in thousands, except share and per share data)', 3],
    ['Available for Issuance and Sale (in millions) (1)', 6],
    ['Dollars in billions', 9],
    ['(millions of dollars, unless noted)', 6],
    ['U.S. dollars in thousands', 3],
    ['(In US$ millions)', 6],
    ["($000's)", 3],
    ['(in 000s, except per share)', 3],
    ['USD (000)', 3],
  ])('%s', (text, exponent) => expect(scaleIn(text)).toBe(exponent))

  test.each(['Bitcoin', '(000-12345)', 'in thousandths', 'a million reasons', 'thousands of coins'])('none in %s', (text) =>
    expect(scaleIn(text)).toBeNull(),
  )
})
