import { InputError } from '../pipeline/errors.ts'
import { Bridge } from './bridge/bridge.ts'
import { exits } from './exit.ts'
import { packageVersion } from './package-file.ts'

/**
 * `briefing mcp`: relays MCP between an agent, over stdin and stdout, and a server, over HTTP. Stdout carries nothing but messages of the
 * protocol; what a person should read goes to stderr.
 */
export async function mcp(
  env: Readonly<Record<string, string | undefined>>,
  url: string | undefined,
  { login = false, logout = false }: { login?: boolean; logout?: boolean },
): Promise<void> {
  const server = url ?? (env['BRIEFING_URL'] || `http://127.0.0.1:${env['BRIEFING_PORT'] || 8402}`)
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    throw new InputError('URL', 'give the URL of a server, such as https://briefings.example')
  const bridge = new Bridge({
    server,
    env,
    version: packageVersion().version,
    input: process.stdin,
    output: process.stdout,
    tell: (line) => void process.stderr.write(`briefing: ${line}\n`),
  })
  if (logout) await bridge.logout()
  else if (!login) await bridge.run()
  else if (!(await bridge.login())) process.exitCode = exits.dataTrouble
}
