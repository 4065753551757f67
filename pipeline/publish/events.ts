import type { Entry, Events } from './edition.ts'
import { sha256 } from './edition-files.ts'

/**
 * A briefing's state label is another one than in the edition before. Says what changed, since which day, when it was published here, by
 * which rule and where it can be read; it carries no figure.
 */
export interface StateChanged {
  readonly cursor: number
  readonly type: 'state.changed'
  readonly briefing: string
  readonly tier: string
  readonly from: string
  readonly to: string
  /** First day of the new state. */
  readonly since: string
  /** Day of the document that shows it. */
  readonly as_of: string
  /** When it was published, RFC 3339 UTC. */
  readonly known_at: string
  readonly rule: string
  readonly document: string
}

type Numbered<Row> = Omit<Row, 'cursor'>

const prefix = 'briefing/'

/** What differs between the briefings of two editions, by id; one that is new or gone changes no state. */
export function stateChanges(
  before: ReadonlyMap<string, Entry>,
  after: ReadonlyMap<string, Entry>,
  publishedAt: string,
): Numbered<StateChanged>[] {
  return [...after.values()]
    .filter(({ place }) => place.startsWith(prefix))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .flatMap(({ place, as_of, facts }) => {
      const [from, to] = [before.get(place)?.facts['state'] ?? null, facts['state'] ?? null]
      if (from === null || to === null || from === to) return []
      const briefing = place.slice(prefix.length)
      return [
        {
          type: 'state.changed',
          briefing,
          tier: String(facts['tier']),
          from: String(from),
          to: String(to),
          since: String(facts['since'] ?? as_of),
          as_of,
          known_at: publishedAt,
          rule: '/docs/methodology#states',
          document: `/api/context?briefing=${briefing}`,
        } as const,
      ]
    })
}

/**
 * Appends rows to the segment of the month they are published in. Their cursors follow the last one without a gap, and are given with the
 * swap that publishes the edition: whoever is second counts on from whoever was first.
 *
 * @param standing the events of the edition that stands
 * @param segment bytes of the segment of that month, or null
 */
export function appendEvents(
  standing: Events | undefined,
  segment: Buffer | null,
  rows: readonly Numbered<StateChanged>[],
  month: string,
): { events: Events; hash: string; bytes: Buffer } {
  const last = standing?.cursor ?? 0
  const lines = rows.map((row, i) => JSON.stringify({ cursor: last + i + 1, ...row }))
  const bytes = Buffer.concat([segment ?? Buffer.alloc(0), Buffer.from(`${lines.join('\n')}\n`)])
  const hash = sha256(bytes)
  return { events: { cursor: last + rows.length, segments: { ...standing?.segments, [month]: hash } }, hash, bytes }
}

/** The rows of a segment, oldest first. */
export function parseEvents(segment: Buffer): StateChanged[] {
  return segment
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as StateChanged)
}
