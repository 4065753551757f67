import { Bridge, serverOf } from '../../client/bridge/bridge.ts'
import { InputError } from '../../pipeline/errors.ts'
import { declare } from '../command.ts'
import { exits } from '../exit.ts'
import { packageVersion } from '../package-file.ts'

/** `briefing mcp`: relays MCP between an agent, over stdin and stdout, and a server, over HTTP. What a person should read goes to stderr. */
export const command = declare({
  args: [['[url]', 'URL of the server (default: BRIEFING_URL, else http://127.0.0.1:8402)']],
  options: [
    ['--login', 'ask for a key now, save it and end'],
    ['--logout', 'delete the saved key and end'],
  ],
  examples: ['mcp', 'mcp https://briefings.example', 'mcp https://briefings.example --login'],
  trouble: 'no key was granted, or the saved key cannot be read',
  guide: 'docs/guides/connect-an-agent.md',
  action: async (_run, options, url) => {
    const env = process.env
    const server = serverOf(url, env)
    if (server === null) throw new InputError('URL', 'give the URL of a server, such as https://briefings.example')
    const bridge = new Bridge({
      server,
      env,
      version: packageVersion().version,
      input: process.stdin,
      output: process.stdout,
      tell: (line) => void process.stderr.write(`briefing: ${line}\n`),
    })
    if (!(await bridge.start(options))) process.exitCode = exits.dataTrouble
  },
})
