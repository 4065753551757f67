import { readFileSync } from 'node:fs'

/** Version of the package, from the nearest package.json above this file. */
export function version(): string {
  for (const up of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as {
        name: string
        version: string
      }
      if (name === 'market-briefing') return version
    } catch {
      // the compiled file lies one folder deeper than the source
    }
  }
  return '0.0.0'
}
