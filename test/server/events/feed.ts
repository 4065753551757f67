import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { briefingRows } from '../../../data/briefings.ts'
import { currentManifest } from '../../../pipeline/editions/on-record.ts'
import { openReader } from '../../../pipeline/editions/reader.ts'
import { folderBlobs } from '../../../pipeline/store/folder.ts'
import { openLog } from '../../../server/http/log.ts'
import type { EventPage } from '../../../server/schemas/event.ts'
import { compiled } from '../../compiled.ts'
import { seeded } from '../../feeds/mutate.ts'
import { type Running, running } from '../fixture.ts'

interface FeedRun {
  readonly processes: number
  /** In each process. */
  readonly publishers: number
  readonly editionsEach: number
  readonly readers: number
  readonly seed: number
}

export interface FeedFigures {
  events: number
  readEach: number[]
  /** Events that came out of their turn, twice or not at all, as readers saw them. */
  outOfOrder: number
  /** Documents fetched the moment an event of theirs was read. */
  documents: number
  older: number
  seconds: number
}

/** Seconds that the last edition may take to be adopted. */
const mostEmptyPages = 60

/**
 * Several publishers of several processes publish while readers follow the feed of a server over HTTP with pages of random size. Every reader has to get each event
 * once, in the one order; and a document it fetches when it has read an event of it has to show the state of that event or a later one.
 */
export async function followFeed({ processes, publishers, editionsEach, readers, seed }: FeedRun): Promise<FeedFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'event-feed-'))
  const began = performance.now()
  const blobs = folderBlobs(join(folder, 'blobs'))
  const reader = await openReader(blobs, { pollMs: 20, log: openLog({ level: 'silent', now: Date.now }) })
  // the editions are of 22 July 2026, and older ones would be stale
  const now = () => Date.parse('2026-07-22T12:00:00Z') + Math.round(performance.now() - began)
  const server = await running(null, { reader, now, requests: false })
  const expected = (processes * publishers * editionsEach - 1) * briefingRows.length
  const figures: FeedFigures = { events: expected, readEach: [], outOfOrder: 0, documents: 0, older: 0, seconds: 0 }
  const loop = compiled('test/server/events/publish-loop.ts')
  const publishing = Array.from({ length: processes }, (_, nth) =>
    spawn(process.execPath, [loop, folder, `${publishers}`, `${editionsEach}`, `${seed + nth}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const ended = Promise.all(publishing.map((each) => once(each, 'close').then(([code]) => code as number)))
  let over = false
  void ended.then(() => (over = true))

  async function follow(nth: number): Promise<void> {
    const random = seeded(seed + 100 + nth)
    // which event each state of a briefing came with
    const cursors = new Map<string, number>()
    const seen: { briefing: string; cursor: number; state: string }[] = []
    let cursor = 0
    let read = 0
    for (let empty = 0; empty < mostEmptyPages; ) {
      const wasOver = over
      const limit = 1 + Math.floor(random() * 100)
      const page = (await get(server, `/api/events?cursor=${cursor}&limit=${limit}&wait=1`)) as EventPage
      for (const event of page.events) {
        if (event.type !== 'state.changed' || Number(event.id) !== cursor + 1) figures.outOfOrder++
        else cursors.set(`${event.briefing} ${event.to}`, Number(event.id))
        cursor = Number(event.id)
        read++
      }
      for (const at of new Set([0, page.events.length - 1])) {
        const event = page.events[at]
        if (event?.type !== 'state.changed') continue
        const { version } = (await get(server, `${event.fetch}&format=json`)) as { version: string }
        seen.push({ briefing: event.briefing, cursor: Number(event.id), state: version })
      }
      if (page.events.length === 0 && wasOver) {
        empty++
        // the server may still be about to adopt the last edition
        if (cursor >= ((await currentManifest(blobs))?.events?.cursor ?? 0)) break
      }
    }
    figures.readEach.push(read)
    figures.documents += seen.length
    // a state that is told of only later is newer still
    figures.older += seen.filter((each) => (cursors.get(`${each.briefing} ${each.state}`) ?? 0) < each.cursor).length
  }

  try {
    await Promise.all(Array.from({ length: readers }, (_, nth) => follow(nth)))
    const codes = await ended
    if (codes.some((code) => code !== 0)) throw new Error(`the publishers ended with ${codes.join(' and ')}`)
    figures.seconds = Math.round((performance.now() - began) / 1_000)
    return figures
  } finally {
    for (const each of publishing) each.kill('SIGKILL')
    await server.close()
    reader.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function get(server: Running, path: string): Promise<unknown> {
  const { status, text } = await server.get(path)
  if (status === 200) return JSON.parse(text)
  // nothing is published yet
  if (status === 503) return { events: [], next_cursor: '0', has_more: false }
  throw new Error(`${path} is answered with ${status}: ${text.slice(0, 300)}`)
}
