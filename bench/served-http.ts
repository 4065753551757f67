import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Format } from '../pipeline/documents/kind.ts'
import type { Entry } from '../pipeline/publish/edition.ts'
import type { EditionReader, EditionView, StoredBytes } from '../pipeline/publish/reader.ts'
import { openLog } from '../server/log.ts'
import { openGate } from '../server/open-gate.ts'
import { openPayments } from '../server/payments/open.ts'
import { sandboxNetwork, sandboxPayTo, sandboxSupport } from '../server/payments/sandbox-terms.ts'
import { openedLater } from '../server/payments/settlement.ts'
import { startServer } from '../server/start.ts'
import { putBenchKey } from './bench-key.ts'
import { type Body, json, markdown } from './bodies.ts'
import { answerParent } from './child.ts'

/** Our server as it is, requests unlogged, over an edition of one briefing held in memory; keys and limits in a state store on disk. */
const place = 'briefing/btc.quick-check'
const entry: Entry = {
  place,
  as_of: '2026-07-23',
  computed_at: '2026-07-23T06:00:00Z',
  fingerprint: `sha256:${markdown.hash}`,
  formats: {},
  facts: {},
}
const stored = (format: Format, { hash, plain, br, gz }: Body): StoredBytes => ({ place, format, hash, plain, br, gz, entry })
const resident = new Map<string, StoredBytes>([
  [`${place} md`, stored('md', markdown)],
  [`${place} json`, stored('json', json)],
  // There being a page too, Accept decides what the bare URL gives.
  [`${place} html`, stored('html', json)],
])
const view: EditionView = {
  manifest: {
    edition: 'b'.repeat(16),
    sequence: 1,
    published_at: '2026-07-23T06:00:05Z',
    as_of: '2026-07-23',
    sample: true,
    shards: {},
    previous: null,
  },
  entries: new Map([[place, entry]]),
  resident: (of, format) => resident.get(`${of} ${format}`) ?? null,
  archived: async () => null,
  packedEntry: () => null,
  packed: async () => null,
  packs: { named: 0, missing: 0 },
  days: () => null,
  events: [],
}
const reader: EditionReader = { current: () => view, onAdopt: (listener) => listener(view), close() {} }

const now = () => Date.now()
const log = openLog({ level: 'warn', requests: false, now })
const folder = await mkdtemp(join(tmpdir(), 'bench-state-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const store = join(folder, 'state.sqlite')
await putBenchKey(store)
const { gate } = openGate({
  place: store,

  log,
  async payments(state) {
    const terms = {
      networks: [{ network: sandboxNetwork, payTo: sandboxPayTo }],
      baseUrl: 'http://127.0.0.1',
      mpp: { secret: 'no secret, but of thirty-two characters', previous: null },
      sandbox: true,
    }
    const warn = () => {}
    const processor = openedLater({ state, terms, outside: null, now, warn })
    return { real: null, sample: openPayments({ terms, facilitator: sandboxSupport, processor, now, warn }) }
  },
})
const { port } = await startServer({
  reader,
  gate,
  port: 0,
  host: '127.0.0.1',
  log,
  doc: () => '',
  version: { name: 'bench', version: '0' },
  now,
})
answerParent(port)
