import { describe, expect, test } from 'vitest'
import { avoidable, instead, patterns, proseOf } from './phrases.ts'
import { syntaxByPath, syntaxOf } from './syntax.ts'
import { files, programs, read } from './tree.ts'

const style = read('docs/style.md')
/** Rows of the examples: number, where, before, after. */
const examples = style
  .slice(style.indexOf('## Examples'))
  .split('\n')
  .flatMap((line) => (/^\| \d/.test(line) ? [line.split('|').map((cell) => cell.trim())] : []))
  .map(([, number, , before, after]) => ({ number: Number(number), before: before!, after: after! }))

const syntax = await syntaxByPath()
const pages = files.filter((path) => /^(README|CONTRIBUTING|docs\/.+)\.md$/.test(path) && path !== 'docs/style.md')

/** Findings that stay, each with the words found and why. */
const allowed: Readonly<Record<string, readonly [words: string, why: string]>> = {
  'docs/payments.md': ['at once', 'the title of a test that sends the same payment to two processes at the same time'],
}

const textsOf = (path: string): string[] => syntax[path]?.sentences ?? proseOf(read(path)).split('\n')
const findingsIn = (path: string): string[] =>
  textsOf(path)
    .flatMap(avoidable)
    .filter((finding) => !finding.startsWith(`"${allowed[path]?.[0]}"`))

const isSql = (text: string) => /\bCASE WHEN\b/.test(text)

/** That a filing lacks something, which needs a proof that no reader of tags has. */
const lacks =
  /\b(?:filing|report|cover|document|company) (?:(?:tags|states|has|carries|names) (?:no|none)\b|does not (?:state|tag|carry|name|say)\b)|\bno (?:filing|part of the (?:filing|report)) states\b/i

describe('texts for readers', () => {
  test('say that a figure is not read from a filing, not that the filing lacks it', () => {
    const filed = programs.filter((path) => /^pipeline\/(companies|documents|warehouse)\//.test(path))
    expect(filed.length).toBeGreaterThan(100)
    expect(filed.flatMap((path) => syntax[path]!.sentences.filter((text) => lacks.test(text)))).toEqual([])
    expect('The company does not carry its bitcoins at fair value.').toMatch(lacks)
  })

  test('write per cent without a blank, and a curly apostrophe', () => {
    const ofTexts = /\d %|(?<=[a-z])'(?=(?:s|t|re|ll|ve|d)\b)|(?<=s)'(?= [a-z])/i
    const wrong = programs.flatMap((path) => syntax[path]!.sentences.filter((text) => ofTexts.test(text) && !isSql(text)))
    expect(wrong).toEqual([])
    expect(pages.filter((page) => /\d %(?! ?\d)/.test(proseOf(read(page))))).toEqual([])
    expect(['45 % of days', "the Fed's purchases", "dealers' bills"].filter((text) => !ofTexts.test(text))).toEqual([])
    expect(['45% of days', 'the Fed’s purchases', "series 'ICSA'", 'a % b'].filter((text) => ofTexts.test(text))).toEqual([])
  })

  test('use no phrase that docs/style.md lists', () => {
    expect(programs.length + pages.length).toBeGreaterThan(400)
    const findings = [...programs, ...pages].map((path) => [path, findingsIn(path)] as const)
    expect(findings.filter(([, list]) => list.length > 0)).toEqual([])
  })

  test.each([
    ["const why = 'this is no ticker: write another'", ['is no ']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a planted source text
    ['throw new Error(`${name} is left alone; ask again`)', ['left alone', 'ask again']],
    ["const row = { comment: 'What bears the count out.' }", ['bears the count out']],
    ["import { x } from './what-is-told.ts'\nconst sql = 'SELECT x FROM t WHERE what is told'", []],
    ["const text = 'There is no day in it. There is none.'", []],
  ])('planted: %s', (source, words) => {
    expect(
      syntaxOf(source)
        .sentences.flatMap(avoidable)
        .map((finding) => /^"([^"]*)"/.exec(finding)![1]),
    ).toEqual(words)
  })

  test('planted in Markdown: prose is read over the ends of its lines, code is not', () => {
    expect(avoidable(proseOf('A run goes\non without it.\n'))).toHaveLength(1)
    expect(avoidable(proseOf('```sh\nthe run goes on\n```\nSee `goes on`.\n'))).toEqual([])
  })
})

describe('docs/style.md', () => {
  test('has at least 60 examples, numbered, each of which changes the text', () => {
    expect(examples.length).toBeGreaterThanOrEqual(60)
    expect(examples.map(({ number }) => number)).toEqual(examples.map((_, at) => at + 1))
    expect(examples.filter(({ before, after }) => before === after || after === '')).toEqual([])
  })

  test('lists every phrase, with an example that has it', () => {
    const before = examples.map((example) => example.before)
    expect([...instead.keys()].sort()).toEqual(Object.keys(patterns).sort())
    const unshown = Object.entries(patterns).filter(([, pattern]) => !before.some((text) => pattern.test(text)))
    expect(unshown.map(([avoid]) => avoid)).toEqual([])
  })

  test('uses none of them where it says what to write', () => {
    expect(examples.flatMap(({ after }) => avoidable(after))).toEqual([])
  })
})
