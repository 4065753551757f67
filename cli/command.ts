import type { Command } from 'commander'
import { InputError } from '../pipeline/errors.ts'
import { exits } from './exit.ts'
import { optionFor, type Settings } from './settings.ts'
import { unknown } from './unknown.ts'

/** Flags, text of the help, and the default. */
type Option = readonly [flags: string, about: string, usual?: string]
type Argument = readonly [name: string, about: string]

type Camel<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S

/** The options as an action gets them: `--per-hour <calls>` is the text `perHour`, `--dry-run` is `dryRun`. */
export type ParsedOptions<Options extends readonly Option[]> = {
  readonly [One in Options[number] as One[0] extends `--${infer Name} <${string}>`
    ? Camel<Name>
    : One[0] extends `--${infer Name}`
      ? Camel<Name>
      : never]?: One[0] extends `${string}<${string}` ? string : boolean
}

type Texts<Arguments extends readonly Argument[]> = {
  readonly [At in keyof Arguments]: Arguments[At] extends readonly [infer Name, string]
    ? Name extends `${string}...${string}`
      ? string[]
      : Name extends `<${string}`
        ? string
        : string | undefined
    : never
}

type Words<Arguments extends readonly Argument[], Actions> = [Actions] extends [never]
  ? Texts<Arguments>
  : [Actions, ...Texts<Arguments>]

/** What an action gets besides its options and arguments. */
export interface CommandContext {
  /** Options before the name of the command. */
  readonly global: { json?: boolean }
  /** Read when they are needed: some commands work with wrong ones. */
  readonly settings: Settings
  /** Aborted by the first signal; the second one ends the process. */
  readonly stopping: AbortSignal
}

/** A command, without its name and summary, which `commands/index.ts` lists. */
interface Declaration<Options extends readonly Option[], Arguments extends readonly Argument[], Actions extends string> {
  /** What the first argument may be, where it is an action. */
  readonly actions?: readonly Actions[]
  /** The action when none is given; without one it must be given. */
  readonly usual?: NoInfer<Actions>
  readonly args?: Arguments
  readonly options: Options
  /** Lines to type as they stand, without `briefing`. */
  readonly examples: readonly string[]
  /** What exit code 2 means for it, where it has that. */
  readonly trouble?: string
  /** What exit code 69 means for it, where it has that. */
  readonly unreachable?: string
  /** Where what it does is described. */
  readonly guide?: string
  action(run: CommandContext, options: ParsedOptions<Options>, ...words: Words<Arguments, Actions>): Promise<void>
}

export const home = optionFor('BRIEFING_HOME', '--home <folder>')
export const feedsCliOption = optionFor('BRIEFING_FEEDS', '--feeds <feeds>')
export const hostCliOption = optionFor('BRIEFING_HOST', '--host <host>')
export const portCliOption = optionFor('BRIEFING_PORT', '--port <port>')
export const historyCliOption = optionFor('BRIEFING_HISTORY', '--history <days>')

export const noHomeText = 'nothing is loaded or published in the home yet'
export const noStateText = 'the state store does not answer'
export const noHostText = 'the Temporal server does not answer, or another process is using the warehouse'
export const lockedMarketText = 'another program has market.duckdb open for writing'
export const runningGuide = 'docs/running.md'

/** A command as a file declares it; `addTo` gives that to a command of commander. An action that does not exist is an `InputError` ACTION, an empty option OPTION_EMPTY. */
export function declare<
  const Options extends readonly Option[],
  const Arguments extends readonly Argument[] = [],
  const Actions extends string = never,
>(declared: Declaration<Options, Arguments, Actions>) {
  const { actions, usual, args, options, examples, trouble, unreachable, guide, action } = declared
  const codes: readonly (readonly [number, string | undefined])[] = [
    [exits.fine, 'success'],
    [exits.wrongUse, 'wrong use: an unknown word, option or setting'],
    [exits.dataTrouble, trouble],
    [exits.unreachable, unreachable],
    [exits.unexpected, 'an error that was not expected'],
  ]
  const lines = [
    'Examples:',
    ...examples.map((example) => `  briefing ${example}`),
    '',
    'Exit codes:',
    ...codes.flatMap(([code, meaning]) => (meaning === undefined ? [] : [`  ${String(code).padEnd(4)}${meaning}`])),
    ...(guide === undefined ? [] : ['', `Guide: ${guide}`]),
  ]
  const addTo = (command: Command, run: CommandContext) => {
    if (actions) command.argument(usual ? '[action]' : '<action>', listed.format(actions), usual)
    for (const [name, about] of args ?? []) command.argument(name, about)
    for (const [flags, about, standard] of options) command.option(flags, about, standard)
    command.addHelpText('after', `\n${lines.join('\n')}`)
    command.action((...given: unknown[]) => {
      const [word] = given
      if (actions && !actions.includes(word as Actions)) throw unknown('ACTION', String(word), { kind: 'action', names: actions })
      const chosen = given.at(-2) as ParsedOptions<Options>
      refuseBlank(chosen)
      return action(run, chosen, ...(given.slice(0, -2) as Words<Arguments, Actions>))
    })
  }
  return { action, addTo }
}

/** An option whose text is blank, such as that of a variable that is not set, is wrong use: it would stand for all, or for the usual. */
function refuseBlank(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'string' || value.trim() !== '') continue
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    throw new InputError('OPTION_EMPTY', `${flag} is empty; give it a value, or omit it`)
  }
}

const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' })
