import { answerParent } from '../../bench/child.ts'
import { edition, running } from './fixture.ts'

/** A server in a process of its own, so that its memory can be told from that of its clients. */
const { port } = await running(edition({ edition: 'e1', archive: { '2026-07-20': 'a' } }), { requests: false })
answerParent(port)
