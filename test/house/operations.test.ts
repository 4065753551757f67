import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openFamilies } from '../../server/telemetry/families.ts'
import { read, root } from './tree.ts'

const run = promisify(execFile)
const rules = read('docs/operations/prometheus-rules.yaml')
const dashboard = JSON.parse(read('docs/operations/grafana.json')) as {
  panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[]
  templating: { list: { name: string; query: unknown }[] }
  annotations: { list: { expr: string }[] }
}

interface Exported {
  readonly name: string
  readonly type: string
  readonly labelNames: readonly string[]
}
const figures = { counts: {}, triggers: {}, feeds: {} }
const reader = { current: () => null, reading: () => ({ unreadMs: null, refused: null }) }
const { registry } = openFamilies({ reader, runs: async () => figures, now: () => 0 })
/** Names as they are scraped, with their labels. */
const labelsOf = new Map(
  (registry.getMetricsAsArray() as unknown as Exported[]).flatMap(({ name, type, labelNames }) =>
    (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map((end) => [
      `${name}${end}`,
      [...labelNames, ...(end === '_bucket' ? ['le'] : [])],
    ]),
  ),
)
/** What Prometheus adds. */
const added = ['instance', 'job']

/** What an expression reads that is not exported: names, and labels of names. */
function unknownIn(expr: string): string[] {
  const named = [...expr.matchAll(/\b((?:briefing|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)]
  const names = named.flatMap(([, name]) => (labelsOf.has(name!) ? [] : [name!]))
  const labels = named.flatMap(([, name, matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].flatMap(([, label]) =>
      [...added, ...(labelsOf.get(name!) ?? [])].includes(label!) ? [] : [`${name}{${label}}`],
    ),
  )
  const all = [...added, ...named.flatMap(([, name]) => labelsOf.get(name!) ?? [])]
  const grouped = [...expr.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/))
  return [...names, ...labels, ...grouped.filter((label) => !all.includes(label))]
}

describe('docs/operations/prometheus-rules.yaml', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1)
  const exprOf = (alert: string) => /^ {8}expr:(?: \|)?([\s\S]*?)^ {8}for:/m.exec(alert)![1]!

  test('reads only what is exported, and each alert says what to do', () => {
    expect(alerts.length).toBeGreaterThan(10)
    for (const alert of alerts) {
      expect(unknownIn(exprOf(alert)), alert).toEqual([])
      for (const part of [/^ {8}for: \d+[mh]$/m, /severity: (critical|warning)$/m, /summary: \S/, /description: \S/])
        expect(alert).toMatch(part)
    }
    const names = alerts.map((alert) => alert.split('\n')[0]!)
    expect(names).toEqual([...new Set(names)])
  })

  test.each([
    ['briefing_planted == 1', ['briefing_planted']],
    ['briefing_feed_status{state="stale"} == 1', ['briefing_feed_status{state}']],
    ['sum by (feed, tier) (briefing_feed_down)', ['tier']],
    ['rate(briefing_answer_seconds{route="/"}[5m])', ['briefing_answer_seconds', 'briefing_answer_seconds{route}']],
    ['sum by (le) (rate(briefing_answer_seconds_bucket{route="/"}[5m]))', []],
  ])('planted: %s', (expr, unknown) => {
    expect(unknownIn(expr)).toEqual(unknown)
  })

  test('is accepted by promtool', async (context) => {
    const { stdout } = await orSkip(context, 'promtool', ['check', 'rules', join(root, 'docs/operations/prometheus-rules.yaml')])
    expect(stdout).toContain(`SUCCESS: ${alerts.length} rules found`)
  })
})

describe('docs/operations/grafana.json', () => {
  test('reads only what is exported, and shows every family of ours', () => {
    const shown = dashboard.panels.filter(({ type }) => type !== 'row')
    expect(shown.length).toBeGreaterThan(20)
    const exprs = [
      ...shown.flatMap(({ title, targets = [] }) => {
        expect(targets.length, title).toBeGreaterThan(0)
        return targets.map(({ expr }) => expr)
      }),
      ...dashboard.annotations.list.map(({ expr }) => expr),
    ]
    expect(exprs.flatMap(unknownIn)).toEqual([])
    const families = (registry.getMetricsAsArray() as unknown as Exported[]).map(({ name }) => name)
    const text = JSON.stringify(dashboard)
    expect(families.filter((name) => name.startsWith('briefing_') && !text.includes(name))).toEqual([])
    const ids = dashboard.panels.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })
})

describe('docs/operations/market-briefing.service', () => {
  const unit = read('docs/operations/market-briefing.service')

  test.for(['market-briefing.service', 'market-briefing@.service'])(
    '%s is accepted by systemd, without a warning',
    async (name, context) => {
      const place = join(root, 'docs/operations', name)
      expect(await orSkip(context, 'systemd-analyze', ['verify', place])).toMatchObject({ stdout: '', stderr: '' })
      const folder = await mkdtemp(join(tmpdir(), 'unit-'))
      const planted = join(folder, 'planted.service')
      await writeFile(planted, unit.replace('ProtectSystem=strict', 'ProtectSystem=planted'))
      expect((await run('systemd-analyze', ['verify', planted])).stderr).toContain('planted')
      await rm(folder, { recursive: true })
    },
  )

  test('runs as a user of its own, which writes to one folder only', () => {
    for (const line of [
      'User=market-briefing',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'ReadWritePaths=/var/lib/market-briefing',
      'UMask=0077',
      'LimitCORE=0',
      'CapabilityBoundingSet=',
    ])
      expect(unit.split('\n')).toContain(line)
    const [, home] = /BRIEFING_HOME=(\S+)/.exec(unit)!
    expect(unit).toContain(`ReadWritePaths=${home}\n`)
  })
})

describe('Containerfile', () => {
  const lines = read('Containerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const values = (instruction: string) =>
    lines.flatMap((line) => (line.startsWith(`${instruction} `) ? [line.slice(instruction.length + 1)] : []))

  test('has one step a line, which CI runs as it stands', () => {
    const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'VOLUME', 'ENV', 'USER', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD']
    expect(lines.filter((line) => !known.includes(line.split(' ')[0]!) || line.endsWith('\\'))).toEqual([])
    const script = read('.ci/container')
    expect(script).toContain('sed -n \'s/^RUN //p\' "$file"')
    expect(script).toContain('sed -n \'s/^CMD //p\' "$file"')
    expect(script).toContain('sed -n \'s/^HEALTHCHECK .* CMD //p\' "$file"')
    expect(read('.ci/nightly')).toMatch(/^.*\.ci\/container/m)
    expect(statSync(join(root, '.ci/container')).mode & 0o111).not.toBe(0)
  })

  test('installs what running needs, runs as a user without rights, and is checked on /api/health', () => {
    expect(values('RUN')[0]).toMatch(/^npm ci --omit=dev /)
    expect(values('RUN')).toContain('npm run --silent build')
    expect(values('FROM')).toEqual([expect.stringMatching(/^docker\.io\/library\/node:22-/)])
    expect(values('USER')).toEqual(['1000:1000'])
    expect(lines.indexOf('USER 1000:1000')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('RUN ')))
    expect(values('HEALTHCHECK')[0]).toContain('/api/health')
    expect(values('CMD')).toEqual(['["node", "dist/cli/briefing.js", "start"]'])
    expect(values('ENV').join(' ')).not.toMatch(/SECRET|TOKEN|KEY|CONTACT|STATE_URL/)
    const left = read('.dockerignore').split('\n')
    for (const name of ['.git', 'node_modules', 'dist', 'var', '.env']) expect(left).toContain(name)
  })
})

/** A program of the machine; where it is missing the test is skipped, and says so. */
async function orSkip(context: { skip(note: string): never }, program: string, args: string[]) {
  try {
    return await run(program, args)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    console.warn(`skipped: ${program} is not on this machine`)
    return context.skip(`${program} is not on this machine`)
  }
}
