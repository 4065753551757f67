import { readFileSync } from 'node:fs'

/** A file of the package by its place in the checkout: one folder above the sources, two above what is compiled. */
export function packageFile(place: string): string {
  for (const up of ['../', '../../']) {
    try {
      return readFileSync(new URL(`${up}${place}`, import.meta.url), 'utf8')
    } catch {
      // the other place has it
    }
  }
  throw new Error(`${place} is missing from the installation; reinstall the program`)
}

/** Hash of what the running program was built from; none where it runs from its sources, which may change without it. */
export function programBuildHash(): { program?: string } {
  return import.meta.url.includes('/dist/') ? { program: packageFile('dist/made-of') } : {}
}

export function packageVersion(): { name: string; version: string } {
  const { name, version } = JSON.parse(packageFile('package.json')) as { name: string; version: string }
  return { name, version }
}
