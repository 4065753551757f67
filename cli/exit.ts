import { BriefingError } from '../pipeline/errors.ts'
import { diskFullError, isDiskFull } from '../pipeline/store/disk-full.ts'
import { hideSecrets } from '../server/http/hide-secrets.ts'
import { withoutSecrets } from './settings.ts'

/**
 * Exit codes: fine; wrong use; data trouble (something is stale, held or missing); something configured is unreachable or held; an error
 * that nobody foresaw.
 */
export const exits = { fine: 0, wrongUse: 1, dataTrouble: 2, unreachable: 69, unexpected: 70 } as const

/** Errors of our own that are not a `BriefingError`: a run that was stopped, or took too long. */
const known: readonly string[] = ['AbortError', 'CancelledError', 'TimeoutError']

/** Ends of the parser of the command line, which has printed them; its help is one with the code 0. */
const isOfParser = (error: unknown): error is Error & { exitCode: unknown } => error instanceof Error && 'exitCode' in error

/** The exit code an error ends a command with. */
export function exitFor(error: unknown): number {
  if (isOfParser(error)) return error.exitCode === 0 ? exits.fine : exits.wrongUse
  const name = error instanceof Error ? error.name : ''
  if (name === 'InputError') return exits.wrongUse
  if (isDiskFull(error)) return exits.dataTrouble
  if (name === 'UnavailableError') return exits.unreachable
  return error instanceof BriefingError || known.includes(name) ? exits.dataTrouble : exits.unexpected
}

/** Next steps of errors with these codes, by what does them; `COMMAND` is the one that was typed. */
const steps: readonly (readonly [hint: string, ...codes: string[]])[] = [
  [
    'Run "briefing refresh", then the same command again.',
    ...['NOTHING_LOADED', 'NOTHING_PUBLISHED', 'NOTHING_TO_PUBLISH', 'NOT_PUBLISHED', 'NOTHING_KNOWN'],
  ],
  [
    'Run "briefing config" for the settings in force, and correct the one that is wrong.',
    ...['SETTING', 'TEMPORAL_SETTINGS', 'TEMPORAL_REFUSED', 'TEMPORAL_NAMESPACE', 'STORE_REFUSED', 'RPC', 'BUYER_KEY'],
  ],
  ['Run the command in "repeat" of the line before: it sends the same payment. Do not buy again.', 'OUTCOME_UNKNOWN'],
  ['Read the answer of the server above; another call of briefing buy signs a new payment.', 'NOT_SERVED'],
  ['Check the address and that its server answers, then run the same command again.', 'NOT_REACHED', 'NO_QUOTE'],
  ['Wait until the other process ends, then run the same command again.', 'STORE_HELD', 'RUN_UNDER_WAY'],
  ['Free space on the disk, then run the same command again.', 'DISK_FULL'],
  ['Run "briefing COMMAND list" for the ids, and give one of them.', 'ID_MISSING', 'ID_AMBIGUOUS', 'ID_SHORT'],
  ['Run "briefing runs list" for the ids, and give one of them.', 'NO_SUCH_RUN'],
  ['Run "briefing keys list" for the ids, and give one of them.', 'KEY'],
  ['Run "briefing accounts list" for the ids, and give one of them.', 'ACCOUNT'],
]

/** Next steps of all other errors, by name. */
const stepsByName: Readonly<Record<string, string>> = {
  InputError: 'Run "briefing COMMAND --help" for the options, and correct the command.',
  NotFoundError: 'Run "briefing status" for what is loaded and published, and ask for something of it.',
  ParseError: 'Run "briefing quarantine list" for what waits for a review.',
  UnavailableError: 'Run "briefing doctor" for what does not answer, then the same command again.',
  UpstreamError: 'Run the same command again in a few minutes.',
  AbortError: 'Run the same command again.',
  CancelledError: 'Run the same command again.',
  TimeoutError: 'Run the same command again.',
}

/** An error as `--json` prints it: `hint` is the next step alone. @param words those of the command line */
export function failureJson(error: unknown, words: readonly string[]) {
  const text = errorSentence(error)
  const isFull = isDiskFull(error)
  const name = error instanceof Error ? error.name : ''
  const code = isFull
    ? 'DISK_FULL'
    : isOfParser(error)
      ? 'USAGE'
      : error instanceof BriefingError
        ? error.code
        : name || 'UNEXPECTED'
  const message = text.replace(/^[\w.]+: (?:error: )?/, '').replace(unexpected, '')
  const step =
    steps.find(([, ...codes]) => codes.includes(code))?.[0] ??
    lastStep(message) ??
    stepsByName[code === 'USAGE' ? 'InputError' : name] ??
    unexpectedStep
  const command = words.find((word) => /^[a-z]+$/.test(word)) ?? ''
  const hint = step.replace('briefing COMMAND', `briefing ${command}`.trim())
  return { error: code, message, hint, exit_code: exitFor(error) }
}

/** The end of a message that says what to do, as most do: after a semicolon or a sentence. Null where it says nothing of the kind. */
function lastStep(message: string): string | null {
  const parts = message.split(/(?:; |[.?!] (?=[A-Z]))/)
  const last = parts.length < 2 ? '' : parts.at(-1)!
  if (
    !/^(?:add|ask|check|choose|close|correct|create|did you mean|free|give|inspect|omit|retry|run|see|set|start|stop|use|wait)\b/i.test(
      last,
    )
  )
    return null
  return `${last.charAt(0).toUpperCase()}${last.slice(1)}${/[.?!]$/.test(last) ? '' : '.'}`
}

const unexpectedStep = 'Run "briefing doctor", and report the error if it comes again.'
const unexpected = '; this was not expected: run "briefing doctor", and report it if it comes again'

/** Prints why a command ends: a sentence to stderr and, with `--json`, its members as the last line of stdout. */
export function printFailure(error: unknown, words: readonly string[] = process.argv.slice(2)): void {
  if (exitFor(error) === exits.fine) return
  if (!isOfParser(error)) process.stderr.write(`${errorSentence(error)}\n`)
  if (words.includes('--json')) process.stdout.write(`${JSON.stringify(failureJson(error, words))}\n`)
}

/** One line for a person: what is wrong and the next thing to do, without any key or password that was typed, is set or comes from a library. */
export function errorSentence(error: unknown): string {
  return hideSecrets(withoutSecrets(plainSentence(error), process.env))
}

function plainSentence(error: unknown): string {
  if (isDiskFull(error) && !(error instanceof BriefingError)) return plainSentence(diskFullError(null))
  if (error instanceof BriefingError) return `${error.code}: ${error.message}`
  const next = exitFor(error) === exits.unexpected ? unexpected : ''
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
    return `${code}: ${error.message}${next}`
  }
  return `${String(error)}${next}`
}
