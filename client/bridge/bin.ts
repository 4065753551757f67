#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Bridge, serverOf } from './bridge.ts'

const help = `market-briefing-mcp [URL] [--login | --logout]

Connects an agent that speaks MCP over stdio to a server. When a key is needed, it shows a link for a person to approve, and saves the key.

  URL         the server (default: BRIEFING_URL, else http://127.0.0.1:8402)
  --login     ask for a key now, save it and end
  --logout    delete the saved key and end

Environment: BRIEFING_URL, BRIEFING_API_KEY, BRIEFING_KEY_FILE. Exit codes: 0, 1 wrong use, 2 no key was granted.
`

const tell = (line: string) => void process.stderr.write(`${line}\n`)

async function main(): Promise<number> {
  const options = { login: { type: 'boolean' }, logout: { type: 'boolean' }, help: { type: 'boolean' } } as const
  let given: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>
  try {
    given = parseArgs({ options, allowPositionals: true })
  } catch (error) {
    tell(`${(error as Error).message}\n\n${help}`)
    return 1
  }
  const { values, positionals } = given
  const server = serverOf(positionals[0], process.env)
  if (values.help || positionals.length > 1 || server === null) {
    tell(help)
    return values.help ? 0 : 1
  }
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  const bridge = new Bridge({ server, version, env: process.env, input: process.stdin, output: process.stdout, tell })
  try {
    return (await bridge.start(values)) ? 0 : 2
  } catch (error) {
    tell((error as Error).message)
    return 2
  }
}

process.exitCode = await main()
