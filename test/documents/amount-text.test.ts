import { expect, test } from 'vitest'
import { sentence, toSpans } from '../../pipeline/documents/blocks.ts'
import { amountText } from '../../pipeline/documents/company/figure.ts'
import { blocksMarkdown } from '../../pipeline/render/blocks-markdown.ts'

test.each<[number, string, string]>([
  [111_184e6, 'USD', 'USD 111.2bn'],
  [164_260_000, 'USD', 'USD 164.3m'],
  [45.9e12, 'KRW', 'KRW 45.9tn'],
  [32_450e6, 'USD', 'USD 32.45bn'],
  [999_960_000, 'USD', 'USD 1bn'],
  [-1_625e6, 'EUR', 'EUR -1.625bn'],
  [950_400, 'USD', 'USD 950,400'],
  [2.01, 'USD/shares', 'USD 2.01 a share'],
  [14_687e6, 'shares', '14.69bn shares'],
])('%d %s is read as %s', (value, unit, expected) => {
  const text = blocksMarkdown([sentence(...toSpans(amountText({ value, unit })))], { as_of: '2026-07-23', sample: false })
  expect(text.trim()).toBe(expected)
})
