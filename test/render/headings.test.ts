import { expect, test } from 'vitest'
import { type Block, heading, partHeading, sentence } from '../../pipeline/documents/blocks.ts'
import { blocksMarkdown } from '../../pipeline/render/blocks-markdown.ts'
import { blocksPage } from '../../pipeline/render/blocks-page.ts'

const document = { as_of: '2026-07-23', sample: false }
const [a, b, text] = [heading('Debt'), heading('Cash'), sentence('Paid.')]
const part = partHeading('Debt due by year')

test.each<[string, readonly Block[], readonly string[]]>([
  ['a part is a level below its block', [a, text, part, text, b, text], ['h2 Debt', 'h3 Debt due by year', 'h2 Cash']],
  ['a block with a part that has content stays', [a, part, text], ['h2 Debt', 'h3 Debt due by year']],
  ['an empty part is left out, and a block with empty parts', [a, text, part, part, b, part], ['h2 Debt']],
  ['an empty block between two is left out', [a, b, text], ['h2 Cash']],
])('%s', (_, blocks, expected) => {
  const inMarkdown = [...blocksMarkdown(blocks, document).matchAll(/^(#+) (.*)$/gm)].map(
    ([, marks, name]) => `h${marks!.length} ${name}`,
  )
  const onPage = [...blocksPage(blocks, document).matchAll(/<h([23])>(.*?)<\/h/g)].map(([, level, name]) => `h${level} ${name}`)
  expect(inMarkdown).toEqual(expected)
  expect(onPage.filter((each) => expected.includes(each))).toEqual(expected)
})
