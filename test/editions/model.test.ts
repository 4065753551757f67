import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { memoryBlobs, otherProcess } from '../store/memory.ts'
import { expectDense } from './dense.ts'
import { artifact, publication, wholeEdition, wholeEditionAt } from './documents.ts'

/** What the store should hold: today's places, and every revision of each past day, oldest first. */
interface Model {
  today: Map<string, string>
  past: Map<string, string[]>
  editions: number
}

interface Real {
  blobs: Blobs & { files: Map<string, Uint8Array> }
}

interface Batch {
  today: Record<string, string>
  past: Record<string, string>
}

const minute = 60_000
const start = Date.parse('2026-07-22T00:00:00Z')
const publishedAt = (edition: number) => new Date(start + edition * minute).toISOString()
const idOf = (place: string) => place.split('/') as [string, string, string]

const documents = ({ today, past }: Batch) =>
  Object.entries({ ...today, ...past }).map(([place, version]) => artifact(place, version, { lines: 3 }))

/** Puts a batch on the model; true when it changes something. */
function apply(model: Model, { today, past }: Batch): boolean {
  let changed = false
  for (const [place, version] of Object.entries(today)) {
    if (model.today.get(place) === version) continue
    model.today.set(place, version)
    changed = true
  }
  for (const [place, version] of Object.entries(past)) {
    const revisions = model.past.get(place) ?? []
    if (revisions.at(-1) === version) continue
    model.past.set(place, [...revisions, version])
    changed = true
  }
  return changed
}

async function check(model: Model, { blobs }: Real): Promise<void> {
  const edition = await wholeEdition(blobs)
  if (edition === null) return expect(model.editions).toBe(0)
  const expected = new Map(model.today)
  for (const [place, revisions] of model.past) {
    revisions.forEach((version, index) => {
      expected.set(index === 0 ? place : `${place}/r${index + 1}`, version)
    })
  }
  expect(new Map([...edition.entries].map(([place, { facts }]) => [place, facts['state']]))).toEqual(expected)
  expect(edition.manifest.sequence).toBe(model.editions)
  expectDense(blobs.files, [...edition.entries.values()])

  const log = { info: () => undefined, warn: (message: string) => expect.fail(message) }
  const reader = await openReader(blobs, { log })
  reader.close()
  const view = reader.current()!
  expect([...view.entries.keys()].sort()).toEqual([...model.today.keys()].sort())
  for (const [place, version] of model.today) expect(view.resident(place, 'md')?.plain.toString()).toContain(`(${version})`)
  for (const [place, revisions] of model.past) {
    const [, day, briefing] = idOf(place)
    expect((await view.archived(day, briefing, 'md'))?.plain.toString()).toContain(`(${revisions.at(-1)})`)
    const days = [...model.past.keys()].filter((other) => idOf(other)[2] === briefing).map((other) => idOf(other)[1])
    expect(view.days(briefing)).toEqual({ first: days.sort()[0], last: days.at(-1) })
  }
}

/** Editions that can be reached from the current one. */
async function editionsStanding({ blobs }: Real): Promise<number> {
  let count = 0
  let key: string | null = Buffer.from(blobs.files.get('artifacts/current')!).toString()
  while (key !== null && blobs.files.has(key)) {
    const { previous }: { previous: string | null } = (await wholeEditionAt(blobs, key)).manifest
    key = previous === null ? null : `artifacts/manifest/${previous}.json`
    count++
  }
  return count
}

type Command = fc.AsyncCommand<Model, Real>

class Publish implements Command {
  readonly batch: Batch
  constructor(batch: Batch) {
    this.batch = batch
  }
  check = (model: Readonly<Model>) => model.editions > 0 || documents(this.batch).length > 0
  async run(model: Model, real: Real) {
    const before = real.blobs.files.get('artifacts/current')
    const made = await publish(real.blobs, publication(documents(this.batch), { publishedAt: publishedAt(model.editions) }))
    if (apply(model, this.batch)) model.editions++
    else expect(real.blobs.files.get('artifacts/current')).toEqual(before)
    expect(made.sequence).toBe(model.editions)
    await check(model, real)
  }
  toString = () => `publish ${JSON.stringify(this.batch)}`
}

/** Several publishers at once, each as if in a process of its own, each with places no other has. */
class PublishAtOnce implements Command {
  readonly batches: Batch[]
  constructor(batches: Batch[]) {
    this.batches = batches.map(({ today, past }, index) => ({
      today: Object.fromEntries(Object.entries(today).map(([place, version]) => [`${place}-${index}`, version])),
      past: Object.fromEntries(Object.entries(past).map(([place, version]) => [`${place}-${index}`, version])),
    }))
  }
  check = () => this.batches.every((batch) => documents(batch).length > 0)
  async run(model: Model, real: Real) {
    const more = { publishedAt: publishedAt(model.editions) }
    await Promise.all(this.batches.map((batch) => publish(otherProcess(real.blobs), publication(documents(batch), more))))
    for (const batch of this.batches) if (apply(model, batch)) model.editions++
    await check(model, real)
  }
  toString = () => `publish at once ${JSON.stringify(this.batches)}`
}

class Remove implements Command {
  readonly places: string[]
  constructor(places: string[]) {
    this.places = places
  }
  check = (model: Readonly<Model>) => model.editions > 0
  async run(model: Model, real: Real) {
    const there = this.places.filter((place) => model.today.delete(place))
    await publish(real.blobs, publication([], { removed: this.places, publishedAt: publishedAt(model.editions) }))
    if (there.length > 0) model.editions++
    await check(model, real)
  }
  toString = () => `remove ${this.places.join(', ')}`
}

class Prune implements Command {
  readonly keepEditions: number
  readonly keepMinutes: number
  /** Lists the store: removes what a publisher who was second left, too. */
  readonly whole: boolean
  constructor(keepEditions: number, keepMinutes: number, whole: boolean) {
    this.keepEditions = keepEditions
    this.keepMinutes = keepMinutes
    this.whole = whole
  }
  check = (model: Readonly<Model>) => model.editions > 0
  async run(model: Model, real: Real) {
    const now = start + model.editions * minute
    const before = await editionsStanding(real)
    await prune(real.blobs, { keepEditions: this.keepEditions, keepMs: this.keepMinutes * minute, now, whole: this.whole })
    expect(await editionsStanding(real)).toBeGreaterThanOrEqual(Math.min(this.keepEditions, before))
    if (!this.whole) return check(model, real)
    const manifests = await real.blobs.list('artifacts/manifest/')
    const kept = await Promise.all(manifests.map((key) => wholeEditionAt(real.blobs, key)))
    expect(kept.length).toBeGreaterThanOrEqual(Math.min(this.keepEditions, before))
    const needed = new Set(
      kept.flatMap(({ entries }) =>
        [...entries.values()].flatMap((entry) =>
          Object.values(entry.formats).map(({ hash, packed }) => (packed ? `pack/${packed.pack}.pack` : `blob/${hash}`)),
        ),
      ),
    )
    const bodies = [...(await real.blobs.list('artifacts/blob/')), ...(await real.blobs.list('artifacts/pack/'))]
    const stored = new Set(bodies.map((key) => key.slice('artifacts/'.length).replace(/\.(br|gz)$/, '')))
    expect(stored).toEqual(needed)
    await check(model, real)
  }
  toString = () => `prune ${this.keepEditions} ${this.keepMinutes}`
}

const version = fc.constantFrom('v1', 'v2', 'v3')
const todayPlace = fc.constantFrom('briefing/a', 'briefing/b', 'metric/m', 'catalogue/c')
const pastPlace = fc
  .tuple(fc.constantFrom('2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01'), fc.constantFrom('a', 'b'))
  .map(([day, briefing]) => `archive/${day}/${briefing}`)
const batch = fc.record({
  today: fc.dictionary(todayPlace, version, { maxKeys: 3 }),
  past: fc.dictionary(pastPlace, version, { maxKeys: 3 }),
})

test('any sequence of publishes, at once or not, removals and prunes holds what a plain map would', async () => {
  const commands = fc.commands(
    [
      batch.map((one) => new Publish(one)),
      fc.array(batch, { minLength: 2, maxLength: 4 }).map((several) => new PublishAtOnce(several)),
      fc.uniqueArray(todayPlace, { minLength: 1, maxLength: 2 }).map((places) => new Remove(places)),
      fc
        .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 0, max: 3 }), fc.boolean())
        .map((options) => new Prune(...options)),
    ],
    { size: '+1', maxCommands: 20 },
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const setup = () => ({ model: { today: new Map(), past: new Map(), editions: 0 } as Model, real: { blobs: memoryBlobs() } })
      await fc.asyncModelRun(setup, sequence)
      for (const _ of sequence) run++
    }),
    { numRuns: 60 },
  )
  expect(run).toBeGreaterThan(150)
})
