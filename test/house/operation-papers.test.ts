import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { programFor } from '../../cli/commands/index.ts'
import { rolesOf } from '../../cli/commands/worker.ts'
import { exits } from '../../cli/exit.ts'
import { readSettings, refuseUnknownSettings, settingRows } from '../../cli/settings.ts'
import { taskQueues } from '../../workflows/hosts/queues.ts'
import { graceMs } from '../../workflows/worker.ts'
import { compose, composed, manifests, program, wordsOf } from './operation-papers.ts'
import { read } from './tree.ts'

const commands = await programFor(null)
const unit = read('docs/operations/market-briefing@.service')
const image = read('Containerfile')
const inImage = (instruction: string): string => new RegExp(`^${instruction} (.*)$`, 'm').exec(image)![1]!
const home = inImage('VOLUME')
const port = Number(inImage('EXPOSE'))
/** Time a stop takes at most: an activity that does not end in `graceMs` is cancelled, and has as long to do so. */
const stopMs = 2 * graceMs

/** Why `briefing` would refuse these words; null where it takes them. Nothing is run. */
async function refusal(words: readonly string[]): Promise<string | null> {
  const command = commands.commands.find((each) => each.name() === words[0])
  if (!command) return `no command ${words[0]}`
  let help = ''
  command.configureOutput({
    writeOut: (text) => {
      help += text
    },
    writeErr: () => undefined,
  })
  command.outputHelp()
  let given: { options: { roles?: string }; words: readonly string[] } | null = null
  command.action((...all: unknown[]) => {
    given = { options: command.opts(), words: all.slice(0, -2).filter((word) => typeof word === 'string') }
  })
  try {
    await commands.parseAsync([...words], { from: 'user' })
    const { options, words: operands } = given as unknown as { options: { roles?: string }; words: readonly string[] }
    if (options.roles !== undefined) rolesOf(options.roles)
    const unknown = operands.find((word) => !help.includes(`briefing ${words[0]} ${word}`))
    return unknown === undefined ? null : `no action ${unknown}`
  } catch (error) {
    return (error as Error).message
  }
}

/** Names that a container of ours may set: settings, credentials of upstreams, and those that Temporal's library reads. */
const settings = new Set([
  ...settingRows({}, {}).map(({ setting }) => setting),
  ...(read('workflows/hosts/select.ts').match(/TEMPORAL_[A-Z_]+/g) ?? []),
])
/** Names that the images of others read, by the first part of their name. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  'docker.io/library/postgres': ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB'],
  'docker.io/chrislusf/seaweedfs': ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  'docker.io/temporalio/admin-tools': ['SQL_PASSWORD', 'TEMPORAL_ADDRESS'],
  'docker.io/temporalio/server': [
    ...['DB', 'DB_PORT', 'POSTGRES_SEEDS', 'POSTGRES_USER', 'POSTGRES_PWD', 'BIND_ON_IP', 'DYNAMIC_CONFIG_FILE_PATH'],
  ],
  'docker.io/library/nginx': [],
}
/** What an operator writes for the variables of the file. */
const typed: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'abc123',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  BRIEFING_URL: 'https://briefings.example.com',
}
const filled = (value: string): string =>
  value.replaceAll(/\$\{([A-Z_]+)(?::\?|:-([^}]*))\}/g, (_, name: string, usual?: string) => typed[name] ?? usual ?? '')

const rolesAmong = (lines: readonly (readonly string[])[]): string[] =>
  lines.flatMap((words) => (words[0] === 'worker' ? rolesOf(words[words.indexOf('--roles') + 1]) : []))

describe('what the papers of operation type', () => {
  test.each([
    [['worker', '--roles', 'planted'], 'planted'],
    [['worker', '--planted'], '--planted'],
    [['worker', 'planted'], 'too many arguments'],
    [['schedules', 'planted'], 'no action planted'],
    [['serve', '--cache'], 'argument missing'],
    [['planted'], 'no command planted'],
  ])('planted: %j', async (words, why) => {
    expect(await refusal(words)).toContain(why)
  })

  test('exists: compose.yaml', async () => {
    expect(Object.keys(composed)).toEqual(['writer', 'fetch', 'render', 'serve', 'schedules'])
    for (const [name, { words }] of Object.entries(composed)) expect([name, await refusal(words)]).toEqual([name, null])
  })

  test('exists: kubernetes.yaml', async () => {
    const ours = containers().map(({ command }) => wordsOf(command))
    expect(ours.length).toBeGreaterThan(4)
    for (const words of ours) expect([words, words && (await refusal(words))]).toEqual([words, null])
  })

  test('exists: market-briefing@.service, for every role', async () => {
    const [, line] = /^ExecStart=\/usr\/bin\/env node \/opt\/market-briefing\/dist\/cli\/briefing\.js (.*)$/m.exec(unit)!
    for (const role of [...taskQueues, 'workflow,writer'])
      expect([role, await refusal(line!.replace('%I', role).split(' '))]).toEqual([role, null])
  })

  test('begins as the image does', () => {
    expect((JSON.parse(inImage('CMD')) as string[]).slice(0, program.length)).toEqual(program)
  })
})

describe('docs/operations/compose.yaml', () => {
  const services = Object.entries(compose.services)
  const own = services.filter(([name]) => name in composed)

  test('has each role, the writer once and the rest as the docs say', () => {
    const lines = Object.values(composed).map(({ words }) => words)
    expect(rolesAmong(lines).sort()).toEqual([...taskQueues].sort())
    const replicas = Object.fromEntries(Object.entries(composed).map(([name, { replicas }]) => [name, replicas]))
    expect(replicas).toEqual({ writer: 1, fetch: 2, render: 1, serve: 2, schedules: 1 })
  })

  test('sets only what exists, to values that are taken', () => {
    for (const [name, { environment = {} }] of own) {
      expect([name, Object.keys(environment).filter((each) => !settings.has(each))]).toEqual([name, []])
      const env = Object.fromEntries(Object.entries(environment).map(([each, value]) => [each, filled(value)]))
      refuseUnknownSettings(env)
      expect(readSettings(env).store).toMatchObject({ place: { endpoint: 'http://s3:8333', bucket: 'briefing' } })
    }
    expect(settings.has('BRIEFING_PLANTED')).toBe(false)
    for (const [name, { image, environment = {} }] of services.filter(([name]) => !(name in composed)))
      expect([name, Object.keys(environment).filter((each) => !foreign[image.split(':')[0]!]!.includes(each))]).toEqual([
        name,
        [],
      ])
  })

  test('contains no secret: every one comes from the environment', () => {
    const secrets = services.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|PWD|SECRET|ACCESS_KEY|STATE_URL/.test(name)),
    )
    expect(secrets.length).toBeGreaterThan(10)
    expect(secrets.filter(([, value]) => !/\$\{[A-Z_]+:\?\}/.test(value))).toEqual([])
  })

  test('uses one image of ours, which is built here, and names the version of each other', () => {
    expect(own.filter(([, { image, pull_policy }]) => image !== 'market-briefing' || pull_policy !== 'never')).toEqual([])
    for (const [name, { image }] of services.filter(([name]) => !(name in composed)))
      expect([name, image]).toEqual([name, expect.stringMatching(/^docker\.io\/[a-z/-]+:\d[\w.-]*$/)])
  })

  test('keeps what must not be lost, and the cache of the writer, in the home of the image', () => {
    expect(Object.keys(compose.volumes)).toEqual(['postgres', 's3', 'writer'])
    const mounted = services.flatMap(([name, { volumes = [] }]) => volumes.map((each) => [name, each]))
    expect(mounted).toEqual([
      ['writer', `writer:${home}`],
      ['postgres', 'postgres:/var/lib/postgresql/data'],
      ['s3', 's3:/data'],
    ])
    const words = composed['serve']!.words
    expect(words[words.indexOf('--cache') + 1]).toMatch(new RegExp(`^${home}/`))
  })

  test('waits for services that exist and are checked, and gives a worker time to stop', () => {
    for (const [name, { depends_on = {} }] of services)
      for (const needed of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
        expect([name, Object.keys(compose.services)]).toEqual([name, expect.arrayContaining([needed])])
    for (const name of ['postgres', 's3', 'temporal']) expect(compose.services[name]!.healthcheck?.test).toBeDefined()
    for (const [name, { words }] of Object.entries(composed)) {
      // the check of the image asks a server
      expect([name, compose.services[name]!.healthcheck?.disable ?? false]).toEqual([name, words[0] !== 'serve'])
      expect(Number.parseInt(compose.services[name]!.stop_grace_period!, 10) * 1_000).toBeGreaterThan(stopMs)
    }
  })

  test('switches on what the development server of the tests has', () => {
    const dynamic = parseYaml(compose.configs['temporal']!.content) as Record<string, readonly { value: unknown }[]>
    const script = read('scripts/temporal-server.ts')
    expect(Object.keys(dynamic)).toContain('matching.enableFairness')
    for (const [name, [{ value }]] of Object.entries(dynamic) as [string, [{ value: unknown }]][])
      expect(script).toContain(`'${name}=${value}'`)
  })

  test('passes on requests as the page on proxies says', () => {
    const lines = (text: string) => text.split('\n').flatMap((line) => /^\s+(proxy_(?!pass).*)$/.exec(line)?.[1] ?? [])
    const content = compose.configs['proxy']!.content.replaceAll('$$', '$')
    expect(lines(content)).toEqual(lines(/```nginx\n([\s\S]*?)```/.exec(read('docs/guides/go-live.md'))![1]!))
    expect(content).toContain(`server serve:${port};`)
  })
})

describe('docs/operations/kubernetes.yaml', () => {
  const named = (kind: string) => manifests.filter((each) => each.kind === kind)

  test('has each role: the writer once with a volume, the rest as Deployments', () => {
    expect(rolesAmong(containers().map(({ command }) => wordsOf(command)!)).sort()).toEqual([...taskQueues].sort())
    expect(named('StatefulSet').map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([['writer', 1]])
    expect(named('StatefulSet')[0]!.spec.volumeClaimTemplates!.map(({ metadata }) => metadata.name)).toEqual(['home'])
    expect(named('Deployment').map(({ metadata }) => metadata.name)).toEqual(['workflow-0.1.0', 'fetch', 'render', 'serve'])
  })

  test('sets only what exists, to values that are taken', () => {
    const [{ data = {} } = {}] = named('ConfigMap')
    expect(Object.keys(data).filter((name) => !settings.has(name))).toEqual([])
    refuseUnknownSettings(data)
    expect(readSettings({ ...typed, ...data }).store).toMatchObject({ place: { bucket: 'briefing', region: 'eu-central-1' } })
    const secrets = /secret generic \S+/g
    const made = [...read('docs/operations/kubernetes.yaml').matchAll(secrets)].map(([line]) => line.split(' ').at(-1))
    const used = containers().flatMap(({ envFrom }) => envFrom.map((each) => each.secretRef?.name ?? each.configMapRef!.name))
    expect([...new Set(used)].sort()).toEqual([...new Set([...made, 'market-briefing'])].sort())
  })

  test('runs as the user of the image, on its port and in its home', () => {
    for (const { metadata, spec } of manifests.filter((each) => each.spec?.template)) {
      const { securityContext, terminationGracePeriodSeconds, containers, volumes } = spec.template!.spec
      expect([metadata.name, `${securityContext.runAsUser}:${securityContext.runAsGroup}`]).toEqual([
        metadata.name,
        inImage('USER'),
      ])
      if (metadata.name !== 'schedules') expect(terminationGracePeriodSeconds! * 1_000).toBeGreaterThan(stopMs)
      const known = [...volumes, ...(spec.volumeClaimTemplates ?? []).map((each) => each.metadata)].map(({ name }) => name)
      for (const { volumeMounts } of containers)
        for (const { name, mountPath } of volumeMounts) {
          expect(known).toContain(name)
          expect([home, '/tmp']).toContain(mountPath)
        }
    }
    expect(new Set(containers().map((each) => each.image)).size).toBe(1)
  })

  test('asks a server whether it is ready, and restarts none that waits for its first edition', () => {
    const [serve] = containers().filter(({ ports }) => ports)
    expect(serve!.ports).toEqual([{ name: 'http', containerPort: port }])
    expect(serve!.readinessProbe!.httpGet).toEqual({ path: '/api/health', port: 'http' })
    expect(serve!.livenessProbe!.httpGet).toEqual({ path: '/api/version', port: 'http' })
    const { labels } = named('Deployment').find(({ metadata }) => metadata.name === 'serve')!.spec.template!.metadata
    expect(named('Service')[0]!.spec.selector).toEqual(labels)
    expect(named('PodDisruptionBudget')[0]!.spec).toEqual({ minAvailable: 1, selector: { matchLabels: labels } })
  })
})

describe('docs/operations/market-briefing@.service', () => {
  const lineOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]

  test('waits for what does not answer, and does not repeat a wrong setting', () => {
    expect(lineOf('Restart')).toBe('on-failure')
    expect(lineOf('RestartPreventExitStatus')).toBe(String(exits.wrongUse))
    expect(Number(lineOf('RestartSec'))).toBeGreaterThanOrEqual(10)
    expect(lineOf('StartLimitIntervalSec')).toBe('0')
    expect(lineOf('KillSignal')).toBe('SIGTERM')
    expect(Number(lineOf('TimeoutStopSec')) * 1_000).toBeGreaterThan(stopMs)
  })

  test('is as closed as the unit of one machine, and writes to one folder', () => {
    const hardening = (text: string) =>
      text.slice(text.indexOf('UMask='), text.indexOf('[Install]')).replace(/^ReadWritePaths=.*\n/m, '')
    expect(hardening(unit)).toBe(hardening(read('docs/operations/market-briefing.service')))
    expect(unit).toContain(`BRIEFING_HOME=/var/lib/${lineOf('StateDirectory')}\n`)
  })
})

function containers() {
  return manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
}
