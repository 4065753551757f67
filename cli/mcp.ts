import { Bridge, serverOf } from '../client/bridge/bridge.ts'
import { InputError } from '../pipeline/errors.ts'
import { exits } from './exit.ts'
import { packageVersion } from './package-file.ts'

/** `briefing mcp`: relays MCP between an agent, over stdin and stdout, and a server, over HTTP. What a person should read goes to stderr. */
export async function mcp(
  env: Readonly<Record<string, string | undefined>>,
  url: string | undefined,
  options: { login?: boolean; logout?: boolean },
): Promise<void> {
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
}
