import { edition, running } from './fixture.ts'

/** A server in a process of its own, so that its memory can be told from that of its clients. */
const { port } = await running(edition({ edition: 'e1', archive: { '2026-07-20': 'a' } }), { requests: false })
process.on('disconnect', () => process.exit())
process.send?.({ listening: `http://127.0.0.1:${port}` })
