import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedSeries } from '../../bench/calibration/recorded-series.ts'
import { measured as figures } from '../../bench/measured.ts'
import { programFor } from '../../cli/commands/index.ts'
import { exits } from '../../cli/exit.ts'
import { readSettings } from '../../cli/settings.ts'
import { upstreams } from '../../data/upstreams.ts'
import { documents, generated, regions } from '../../docs/generate.ts'
import { anchorsOf, commandsOf, spansOf } from './markdown.ts'
import { files, findings, read, root } from './tree.ts'

const markdown = files.filter((path) => path.endsWith('.md') && !path.startsWith('test/'))
const program = await programFor(null)

describe('generated tables', () => {
  test('are what the registries say now; "npm run docs" writes them', async () => {
    const stale = []
    for (const path of await documents()) if ((await generated(read(path))) !== read(path)) stale.push(path)
    expect(stale).toEqual([])
  })

  test('numbers in the docs are those the commands measured last, and stand nowhere else', () => {
    const { calibration, regime } = figures
    const scored = recordedSeries.filter(({ facts }) => facts.category !== 'recorded')
    expect([calibration.histories.all, calibration.histories.metrics]).toEqual([recordedSeries.length, scored.length])
    const measured = [...calibration.pools.flatMap(([, scores, windows]) => [scores!, windows!]), `${regime.fitted.days}`]
    const byHand = markdown
      .filter((path) => path !== 'CHANGELOG.md')
      .map((path) => read(path).replaceAll(/<!-- generated: [\s\S]*?<!-- end -->/g, ''))
      .join('\n')
    expect(measured.filter((number) => byHand.includes(number))).toEqual([])
    expect(read('docs/methodology.md')).toContain(regime.fitted.days.toLocaleString('en-US'))
  })

  test('each has its place', async () => {
    const text = markdown.map(read).join('\n')
    expect(Object.keys(regions).filter((name) => !text.includes(`<!-- generated: ${name} -->`))).toEqual([])
  })

  test('a stale one is seen, and an unknown name is refused', async () => {
    const place = (name: string) => `# A\n\n<!-- generated: ${name} -->\n\na stale table\n\n<!-- end -->\n\nEnd.\n`
    const fresh = await generated(place('series'))
    expect(fresh).toContain('| `VIXCLS` ')
    expect(fresh).not.toContain('a stale table')
    expect(await generated(fresh)).toBe(fresh)
    await expect(generated(place('planted'))).rejects.toThrow('no generated table is called "planted"')
  })
})

describe('paths in the docs', () => {
  /** Imports of files that a guide tells to write, which nothing exports or no file is; `written` has the files of the guide. */
  function missingImports(guide: string): string[] {
    const blocks = [...guide.matchAll(/^```ts (\S+\.ts)\n([\s\S]*?)^```/gm)].map(([, path, text]) => ({
      path: path!,
      text: text!,
    }))
    const written = new Set(blocks.map(({ path }) => path))
    return blocks.flatMap(({ path, text }) =>
      [...text.matchAll(/^import (?:type )?\{ ([^}]+) \} from '(\.[^']+)'/gm)].flatMap(([, names, from]) => {
        const target = posix.join(posix.dirname(path), from!)
        if (written.has(target)) return []
        if (!files.includes(target)) return [`${path}: ${from}`]
        const exported = (name: string) => new RegExp(`^export .*\\b${name}\\b`, 'm').test(read(target))
        const wanted = names!.split(', ').map((name) => name.replace(/^type /, '').split(' as ')[0]!)
        return wanted.filter((name) => !exported(name)).map((name) => `${path}: ${name} of ${from}`)
      }),
    )
  }

  test('what a guide tells to write imports what is there', () => {
    expect(markdown.filter((path) => path.startsWith('docs/guides/')).flatMap((path) => missingImports(read(path)))).toEqual([])
    const planted = "```ts test/a.test.ts\nimport { none } from './recorded.ts'\nimport { a } from './gone.ts'\n```\n"
    expect(missingImports(planted)).toEqual(['test/a.test.ts: none of ./recorded.ts', 'test/a.test.ts: ./gone.ts'])
  })

  test('the way of a figure in CONTRIBUTING leads through files that exist', () => {
    const [, way] = /takes this way: ([\s\S]*?)\.\n/.exec(read('CONTRIBUTING.md'))!
    const paths = [...way!.matchAll(/`([^`]+)`/g)].map(([, path]) => `pipeline/${path}`)
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.filter((path) => !files.includes(path))).toEqual([])
  })
})

describe('what the docs tell to type', () => {
  const namesOf = (command: typeof program) => ['--help', ...[...program.options, ...command.options].map(({ long }) => long!)]
  const options = new Map(program.commands.map((command) => [command.name(), new Set(namesOf(command))]))

  /** What a command line names that does not exist. */
  function unknown(line: string): string[] {
    const call = /^(?:npx --no-install |\$ )?briefing ((?:--[a-z-]+ )*)([a-z]+)(.*)$/.exec(line)
    if (!call) return []
    const [, before, command, after] = call
    const known = options.get(command!)
    if (!known) return [`briefing ${command}`]
    const given = `${before}${after}`.match(/--[a-z][a-z-]*/g) ?? []
    return given.filter((option) => !known.has(option)).map((option) => `briefing ${command} ${option}`)
  }

  test('exists: commands and options are those that the command declares', () => {
    expect([...options.keys()].length).toBeGreaterThan(5)
    expect(
      markdown.flatMap((path) => commandsOf(read(path))).filter((line) => /^(npx --no-install )?briefing /.test(line)).length,
    ).toBeGreaterThan(10)
    expect(findings(markdown, (text) => commandsOf(text).flatMap(unknown))).toEqual([])
  })

  test.each([
    ['npx --no-install briefing planted', 'briefing planted'],
    ['briefing refresh --planted', 'briefing refresh --planted'],
    ['npx --no-install briefing serve --record a', 'briefing serve --record'],
  ])('planted: %s', (line, finding) => {
    expect(unknown(line)).toEqual([finding])
  })

  test('exists: npm scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const missing = (text: string) =>
      commandsOf(text).flatMap((line) => {
        const name = /^npm (?:run )?([a-z:]+)/.exec(line)?.[1]
        return name === undefined || name === 'ci' || name in scripts ? [] : [`npm run ${name}`]
      })
    expect(findings(markdown, missing)).toEqual([])
    expect(missing('`npm run planted`')).toEqual(['npm run planted'])
  })

  test('leads somewhere: links, anchors and paths', () => {
    const broken = (text: string, path: string) => {
      const links = [...text.matchAll(/\]\(([^):\s]+)\)/g)].flatMap(([, link]) => {
        const [to, anchor] = link!.split('#') as [string, string | undefined]
        const target = to === '' ? path : posix.join(posix.dirname(path), to)
        if (to !== '' && !existsSync(join(root, target))) return [target]
        return anchor === undefined || anchorsOf(to === '' ? text : read(target)).has(anchor) ? [] : [`${target}#${anchor}`]
      })
      const paths = spansOf(text).filter((code) =>
        /^(activities|bench|cli|data|docs|pipeline|scripts|server|test|workflows)\/[\w./-]+$/.test(code),
      )
      return [...links, ...paths.filter((target) => !existsSync(join(root, target)))]
    }
    expect(findings(markdown, broken)).toEqual([])
    expect(broken('[a](planted.md) `test/planted.ts`', 'docs/a.md')).toEqual(['docs/planted.md', 'test/planted.ts'])
    expect(broken('# An `a` & b\n[a](#an-a--b) [b](#planted) [c](keys.md#planted)', 'docs/a.md')).toEqual([
      'docs/a.md#planted',
      'docs/keys.md#planted',
    ])
  })
})

describe('no command of docs, messages or pages asks a registry for a program', () => {
  const foreign = [
    // npx looks into the public registry for what is not installed here
    /\bnpx(?:\.cmd)? +(?!--no-install )[-\w@.$][^\n`'"]*/g,
    /["']npx(?:\.cmd)?["'](?!, \[["']--no-install)[^\n]*/g,
    // a configuration of an agent is read in any folder
    /"command": *"(?:npx|npm|pnpm|pnpx|yarn|bunx?|uvx?|pipx)"[^\n]*/g,
    /\b(?:npm exec|npm x|npm create|pnpm dlx|pnpx|yarn dlx|bunx|uvx|uv tool run|pipx run) +[-\w@][^\n`'"]*/g,
    /\b(?:npm|pnpm|yarn|bun|pip|pipx|uv pip) (?:install|i|add) +(?:-\S+ +)*(?:market[-_])?briefing[^\n`'"]*/g,
    // an image that was not built here comes from the registry of the engine
    /\b(?:docker|podman) (?:run|create) +(?!--pull never )[^\n]*/g,
  ]
  const calls = (text: string) => foreign.flatMap((pattern) => text.match(pattern) ?? [])
  const texts = files.filter(
    (path) => !/^(?:test\/house\/docs\.test\.ts|CHANGELOG\.md|package-lock\.json)$|\.(?:png|sqlite|parquet)$/.test(path),
  )

  test('in any file', () => {
    expect(findings(texts, calls)).toEqual([])
  })

  test.each([
    'npx briefing status',
    'npx -y tsx scripts/sbom.ts',
    '`npx mppx validate`',
    '{ "command": "npx", "args": ["briefing", "mcp"] }',
    '{ "command": "npx", "args": ["--no-install", "briefing", "mcp"] }',
    "spawn('npx', ['briefing'])",
    'npx $COMMAND',
    'npm exec briefing',
    'npm install -g market-briefing',
    'uvx market-briefing',
    'docker run -p 8402:8402 market-briefing',
  ])('planted: %s', (text) => {
    expect(calls(text)).not.toEqual([])
  })

  test.each([
    'npx --no-install briefing status',
    'node /path/to/market-briefing/command/briefing.mjs mcp',
    'Without it, `npx` would look in the registry.',
    "spawn('npx', ['--no-install', 'briefing'])",
    'docker run --pull never market-briefing',
  ])('passes: %s', (text) => {
    expect(calls(text)).toEqual([])
  })
})

describe('settings', () => {
  const own = [...read('cli/settings.ts').matchAll(/^ {2}([A-Z]+_[A-Z_]+):/gm)].map(([, name]) => name!)
  const temporal = read('workflows/hosts/select.ts').match(/TEMPORAL_[A-Z_]+/g) ?? []
  const credentials = upstreams.flatMap(({ credential }) => (credential ? [credential.setting] : []))
  const all = new Set([...own, ...temporal, ...credentials])
  const rows = new Map(
    [...read('docs/settings.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\| (.*?) +\|/gm)].flatMap(([, names, value]) =>
      [...names!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => [name!, value!] as const),
    ),
  )
  const example = new Map(
    [...read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const),
  )

  test('are in docs/settings.md and .env.example, all of them and no other', () => {
    expect(own.length).toBeGreaterThan(5)
    expect([...rows.keys()].sort()).toEqual([...all].sort())
    expect([...example.keys()].sort()).toEqual([...all].sort())
  })

  test('with the defaults they have', () => {
    const { home, port, address, feeds, installation, logLevel, keyPrefix, ledgerDays } = readSettings({})
    const defaults: Readonly<Record<string, string>> = {
      BRIEFING_HOME: posix.basename(home),
      BRIEFING_PORT: String(port),
      BRIEFING_ADDRESS: address,
      BRIEFING_FEEDS: feeds,
      BRIEFING_INSTALLATION: installation,
      BRIEFING_LOG: logLevel,
      BRIEFING_KEY_PREFIX: keyPrefix,
      LEDGER_DAYS: String(ledgerDays),
    }
    // words describe those without a default
    for (const name of own) if (!(name in defaults)) expect(rows.get(name)).not.toMatch(/`/)
    for (const [name, value] of Object.entries(defaults)) {
      expect(rows.get(name)).toBe(`\`${value}\``)
      expect(example.get(name)).toBe(value)
    }
  })
})

test('exit codes are those the command has', () => {
  const told = [...read('docs/settings.md').matchAll(/^\| (\d+) +\| /gm)].map(([, code]) => Number(code))
  expect(told).toEqual(Object.values(exits))
})
