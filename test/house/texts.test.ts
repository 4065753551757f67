import { describe, expect, test } from 'vitest'
import { files, findings } from './tree.ts'

const texts = files
  .filter((path) => /\.(ts|cjs|mjs|js|py|sh|sql|json|md|yml|yaml|example)$/.test(path) || /^\.ci\/\w+$/.test(path))
  .filter((path) => path !== 'package-lock.json')
/** Finished bytes and recorded histories are kept as they came. */
const written = texts.filter((path) => !/^test\/(golden|histories)\//.test(path))
const markdown = files.filter((path) => path.endsWith('.md'))

/** Written with a gap, so that this file does not find itself. */
const gap = ''
const unfinished = new RegExp(`\\b(TO${gap}DO|FIX${gap}ME|XX${gap}X|HA${gap}CK)\\b|not (yet )?imple${gap}mented`)
const machine = new RegExp(
  `(?<![\\w.:/-])/(ho${gap}me|Us${gap}ers|ro${gap}ot|wo${gap}rk|fa${gap}rm)/[\\w.-]|[A-Z]:\\\\Us${gap}ers`,
)

const first = (pattern: RegExp, text: string): string[] => {
  const found = pattern.exec(text)
  return found ? [`line ${text.slice(0, found.index).split('\n').length}: ${found[0]}`] : []
}

describe('no text of the project', () => {
  test('says that it is unfinished', () => {
    expect(texts.length).toBeGreaterThan(200)
    expect(findings(texts, (text) => first(unfinished, text))).toEqual([])
    expect(first(unfinished, `a\n// TO${gap}DO: later\n`)).toEqual([`line 2: TO${gap}DO`])
  })

  test('names a place of one machine', () => {
    expect(findings(texts, (text) => first(machine, text))).toEqual([])
    expect(first(machine, `read ("/ho${gap}me/ann/feeds")`)).toHaveLength(1)
    expect(first(machine, 'https://example.com/home/page')).toEqual([])
  })

  test('ends without a newline or has trailing blanks in Markdown', () => {
    expect(findings(written, (text) => (text === '' || text.endsWith('\n') ? [] : ['no newline at the end']))).toEqual([])
    expect(findings(markdown, (text) => first(/[ \t]+$/m, text))).toEqual([])
  })
})

test('Markdown has no em dash', () => {
  expect(findings(markdown, (text) => first(/\u2014/, text))).toEqual([])
})
