import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A server of HTTP on a free port of this machine. An answer that throws ends its connection. */
export async function listen(
  answer: (body: string, res: ServerResponse, req: IncomingMessage) => Promise<void>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const act = async (req: IncomingMessage, res: ServerResponse) => answer(Buffer.concat(await req.toArray()).toString(), res, req)
  const server = createServer((req, res) => void act(req, res).catch(() => res.destroy())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
