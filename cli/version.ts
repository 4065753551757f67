import { readFileSync } from 'node:fs'

/** Name and version from the package's own package.json, which lies one folder above the sources and two above what is compiled. */
export function packageVersion(): { name: string; version: string } {
  for (const up of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as {
        name: string
        version: string
      }
      return { name, version }
    } catch {
      // the other place has it
    }
  }
  throw new Error('package.json is missing beside the program; install it again')
}
