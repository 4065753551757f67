import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { rolesOf } from '../../cli/commands/worker.ts'
import { compiled } from '../compiled.ts'

describe('roles of a worker', () => {
  test('all when none are given, else those named, each once and in the order of the queues', () => {
    expect(rolesOf(undefined)).toEqual(['workflow', 'writer', 'fetch', 'render'])
    expect(rolesOf('render, fetch,render')).toEqual(['fetch', 'render'])
  })

  test.each(['fetcher', 'fetch,,render', 'fetch,all'])('%s is refused', (given) => {
    expect(() => rolesOf(given)).toThrow(expect.objectContaining({ name: 'InputError', code: 'ROLE' }))
  })

  test('a word that resembles none of the roles is answered with all four', () => {
    expect(() => rolesOf('all')).toThrow('unknown role "all"; use workflow, writer, fetch or render')
  })

  test.each([
    ['activities/without-warehouse.ts', false],
    ['activities/index.ts', true],
  ])('%s loads DuckDB: %s', (module, loads) => {
    const script = `await import(${JSON.stringify(pathToFileURL(compiled(module)).href)})
      console.log(JSON.stringify(process.report.getReport().sharedObjects))`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect((JSON.parse(said) as string[]).some((path) => path.includes('duckdb'))).toBe(loads)
  })
})
