import { pino } from 'pino'

/** Bytes of lines that wait for a file that cannot be written. */
const mostWaiting = 1_048_576

/** Where lines of a log go, by its descriptor. Lines for which a full disk has no room wait for it, or are lost: none of them ends the process. */
export function logFile(dest: number, { sync }: { readonly sync: boolean }): ReturnType<typeof pino.destination> {
  const file = pino.destination({ dest, sync, maxLength: mostWaiting })
  file.on('error', () => undefined)
  return file
}
