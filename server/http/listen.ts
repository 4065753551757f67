import { once } from 'node:events'
import type { Server } from 'node:http'

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
