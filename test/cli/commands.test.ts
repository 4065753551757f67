import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { programFor } from '../../cli/commands/index.ts'
import { exits } from '../../cli/exit.ts'
import { read } from '../house/tree.ts'
import listed from './commands.json' with { type: 'json' }

const program = await programFor(null)

/** What `--help` prints for a command, without starting a process. */
function helpOf(command: (typeof program.commands)[number]): string {
  let text = ''
  command.configureOutput({ writeOut: (piece) => (text += piece), getOutHelpWidth: () => 10_000 })
  command.outputHelp()
  return text
}

/** Words in the list of exit codes, by code. */
const codesIn = (text: string) =>
  [...text.slice(text.indexOf('Exit codes:')).matchAll(/^ {2}(\d+) +\S/gm)].map(([, code]) => Number(code))

describe.each(program.commands.map((command) => [command.name(), command] as const))('briefing %s --help', (name, command) => {
  const text = helpOf(command)

  test('has examples that use its own arguments and options', () => {
    const examples = [...text.matchAll(/^ {2}briefing (.+)$/gm)].map(([, example]) => example!)
    expect(examples.length).toBeGreaterThan(0)
    const options = new Set([...command.options, ...program.options].map(({ long }) => long))
    for (const example of examples) {
      expect(example.replace(/^--json /, '').split(' ')[0]).toBe(name)
      expect((example.match(/--[a-z-]+/g) ?? []).filter((option) => !options.has(option))).toEqual([])
    }
  })

  test('advises only options that the command has', () => {
    const optionsByCommand = new Map(
      program.commands.map((each) => [each.name(), new Set([...each.options, ...program.options].map(({ long }) => long))]),
    )
    const file = `cli/commands/${name}.ts`
    const lines = existsSync(file)
      ? read(file)
          .split('\n')
          .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line))
      : []
    const wrong = lines.flatMap((line) =>
      [...line.matchAll(/(?<![\w-]|npx )--[a-z][a-z-]+/g)].flatMap(({ 0: option, index }) => {
        const [, called = 'briefing', named = name] =
          [...line.slice(0, index).matchAll(/(briefing|temporal) ([a-z]+)/g)].at(-1) ?? []
        if (called === 'temporal') return []
        return optionsByCommand.get(named)?.has(option) === false ? `${option} of ${named}` : []
      }),
    )
    expect(wrong).toEqual([])
  })

  test('has the exit codes it can end with, which are those of the program', () => {
    const codes = codesIn(text)
    expect(codes.slice(0, 2)).toEqual([exits.fine, exits.wrongUse])
    expect(codes.filter((code) => !Object.values<number>(exits).includes(code))).toEqual([])
  })

  test('names a guide that exists, where there is one', () => {
    const guides = [...text.matchAll(/^Guide: (.+)$/gm)].map(([, path]) => path!)
    expect(guides.filter((path) => !read(path).startsWith('# '))).toEqual([])
  })

  test('has the default of each option that takes a value, unless the text says for what it is', () => {
    const without = command.options.filter(
      ({ flags, description, defaultValue }) =>
        flags.includes('<') && defaultValue === undefined && !/default: /.test(description) && !optional.has(flags),
    )
    expect(without.map(({ flags }) => flags)).toEqual([])
  })
})

/** What is given for one purpose only, and has no value unless it is given. */
const optional = new Set(listed)

test('the program has a version, which is that of the package', () => {
  expect(program.version()).toBe((JSON.parse(read('package.json')) as { version: string }).version)
})

test('an action that does not exist is wrong use, with those that do', async () => {
  const acting = program.commands.filter(({ registeredArguments }) => registeredArguments[0]?.name() === 'action')
  expect(acting.length).toBeGreaterThan(10)
  for (const command of acting)
    await expect(program.parseAsync(['node', 'briefing', command.name(), 'frob'])).rejects.toMatchObject({ code: 'ACTION' })
})

test.each([
  ['keys', 'create', '--plan', 'pro', '--name', ''],
  ['keys', 'create', '--plan', 'pro', '--name', ' '],
  ['audit', 'list', '--account='],
  ['refresh', '--home', ''],
])('an option without a text is wrong use: %s %s %s %s', async (...words) => {
  const program = await programFor(words)
  await expect(program.parseAsync(['node', 'briefing', ...words])).rejects.toMatchObject({ code: 'OPTION_EMPTY' })
})

test('only the files of commands that are named are loaded', async () => {
  const { commands } = await programFor(['keys', 'create'])
  expect(commands.filter(({ options }) => options.length > 0).map((command) => command.name())).toEqual(['keys'])
})
