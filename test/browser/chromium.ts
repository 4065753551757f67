import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Chromium of this machine, or undefined where there is none: then the ring says what it skips. */
export const executable = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

if (executable === undefined)
  console.warn('skipping pages, accounts and purchases in a browser: no Chromium; install one, or name it in CHROMIUM_PATH')

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: executable!, args: ['--no-sandbox'] })
}
