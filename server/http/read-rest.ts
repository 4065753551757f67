import type { Server } from 'node:http'

/** How long the rest of a body is read and dropped after its request has been answered. */
const restMs = 2_000

/**
 * Reads what still comes of a body that was answered unread, before a connection that ends with the answer is closed. A proxy that is still
 * sending takes a connection that is closed for a server that failed: its caller would get 502 and not the refusal.
 */
export function drainUnreadBodies(server: Server): void {
  server.on('request', (req) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers
    if (length === '0' && coding === undefined) return
    const { socket } = req
    const { destroySoon } = socket
    socket.destroySoon = () => {
      socket.destroySoon = destroySoon
      if (req.complete || socket.destroyed) {
        socket.destroySoon()
        return
      }
      socket.end()
      const cut = setTimeout(() => socket.destroy(), restMs).unref()
      req.once('end', () => socket.destroy())
      socket.once('close', () => clearTimeout(cut))
    }
  })
}
