import { readFileSync } from 'node:fs'

/**
 * What somebody could write into a title, a name or a filing to reach the agents that read it here, by what it tries. Each is tried at every
 * exit. Half a surrogate pair is among them, which no import of JSON takes.
 */
export const injections: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('injections.json', import.meta.url), 'utf8'),
)
