import { once } from 'node:events'
import type { Server } from 'node:http'

/** Addresses that mean all of a machine, as `URL` writes them: one can listen on them, and call none. */
const everywhere = ['0.0.0.0', '[::]', '[::ffff:0:0]']

/** Whether an address to listen on means all addresses of the machine. */
export function isEverywhere(host: string): boolean {
  const url = `http://${inUrl(host)}`
  return URL.canParse(url) && everywhere.includes(new URL(url).hostname)
}

/**
 * Where callers on this machine reach a server that listens there, such as `http://127.0.0.1:8402`; `localhost` where it listens on all
 * addresses. Never read from a request: a Host that somebody sends would lead others to his site.
 */
export function localServerUrl(host: string, port: number): string {
  return `http://${isEverywhere(host) ? 'localhost' : inUrl(host)}:${port}`
}

const inUrl = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

/** The address cannot be listened on. Named as the pipeline names what is held by somebody else. */
class ListenError extends Error {
  override readonly name = 'UnavailableError'
  readonly code = 'ADDRESS_NOT_FREE'
}

/** Resolves when the server listens; rejects with a `ListenError` where it cannot. `by` is what chooses the port. */
export async function listen(server: Server, port: number, host: string, by: string): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
    throw new ListenError(
      `Cannot listen on ${host}:${port} (${code}). Stop the process listening there, or choose another port with ${by}.`,
    )
  }
}
