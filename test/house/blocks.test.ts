import { execFileSync } from 'node:child_process'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { pageBlocks, pages, runOf } from '../guides/block.ts'
import { blocksOf } from './markdown.ts'
import { files, findings, read } from './tree.ts'

/** Blocks of a page that nothing runs, by what stands after their fence. */
const unrun = (text: string): string[] =>
  blocksOf(text)
    .filter(({ words }) => runOf(words) === null)
    .map(({ words, text: lines }) => `"${words.join(' ')}" before ${lines.split('\n')[0]}`)

/** Fences that open no block, such as one that is never closed. */
const torn = (text: string): string[] => {
  const fences = text.match(/^ *(```|~~~)/gm)?.length ?? 0
  return fences === 2 * blocksOf(text).length ? [] : [`${fences} fences for ${blocksOf(text).length} blocks`]
}

describe('every block of the README and of docs/ is run', () => {
  test('its fence says how', () => {
    expect(pageBlocks().length).toBeGreaterThan(40)
    expect(findings(pages, unrun)).toEqual([])
    expect(findings(pages, torn)).toEqual([])
  })

  test.each([
    ['```\nx\n```\n', ['"" before x']],
    ['```js\nx\n```\n', ['"js" before x']],
    ['```sh skip\nx\n```\n', ['"sh skip" before x']],
    ['```sh\nx\n```\n', []],
    ['```sh exit=2\nx\n```\n', []],
  ])('planted: %j', (text, due) => {
    expect(unrun(text)).toEqual(due)
  })

  test('planted: a fence that is never closed, and one that is indented', () => {
    expect(torn('```sh\nx\n')).toHaveLength(1)
    expect(torn('1. a\n\n   ```sh\n   x\n   ```\n')).toHaveLength(1)
  })

  test('steps of CI are those of .ci/run and .ci/nightly', () => {
    const steps = pageBlocks().filter(({ run }) => run === 'ci')
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(scripts['test:all']).toBe('.ci/run')
    const ci = `${['run', 'nightly', 'steps']
      .map((name) => read(`.ci/${name}`))
      .join('\n')
      .replaceAll('npm run --silent', 'npm run')}\nnpm run test:all\nnpm run nightly\n${scripts['check']}`
    const commands = steps.flatMap(({ text }) => text.split('\n')).flatMap((line) => line.replace(/ +#.*$/, '').split(' && '))
    const missing = commands.filter((command) => command !== '' && !ci.includes(command.trim()))
    expect(steps.length).toBeGreaterThan(2)
    // `npm run check` is four steps of .ci/run
    expect(missing).toEqual(['npm run check'])
  })

  test('what changes a machine is shell, of programs every server has, on files of the project', () => {
    const blocks = pageBlocks().filter(({ run }) => run === 'root')
    expect([...new Set(blocks.map(({ page }) => page))]).toEqual(['docs/operations.md', 'docs/scaling.md'])
    for (const { text } of blocks) {
      execFileSync('sh', ['-n', '-c', text])
      for (const line of text.trim().split('\n'))
        expect(line).toMatch(/^(useradd|cd|npm|install|systemctl|journalctl|runuser|docker) /)
      for (const [path] of text.matchAll(/(?<=\s)(docs\/\S+|Containerfile|\.env\.example)(?=\s)/g)) expect(files).toContain(path)
    }
  })

  test('JSON and YAML can be read', () => {
    const parse = { json: JSON.parse, yaml: parseYaml }
    for (const { run, text } of pageBlocks()) if (run === 'json' || run === 'yaml') expect(() => parse[run](text)).not.toThrow()
  })
})
