import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Manifest } from '../../pipeline/editions/edition.ts'
import { currentKey, manifestNamedBy, requiredManifest } from '../../pipeline/editions/edition-files.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { s3Blobs } from '../../pipeline/store/s3.ts'
import { s3Place } from '../../pipeline/store/s3-place.ts'
import type { TemporalServer } from '../../scripts/temporal-server.ts'
import type { Bucket } from '../store/bucket.ts'
import { bundleForCommand } from '../temporal/bundled.ts'
import { type Machine, machines } from './machine.ts'

/** Bitcoin by the day and a part of the American series: some seconds of work a run. */
const only = 'coinmetrics-api,coinmetrics-csv,mempool-hashrate'

/** A refresh of few feeds publishes, and says by this code that other metrics have no data. */
const published = [0, 2]

/** The arguments of a refresh of few feeds at the end of a day in November 2026. */
export const refreshOf = (day: number): readonly string[] => {
  const date = `2026-11-${day}`
  return ['refresh', '--feeds', 'sample', '--only', only, '--as-of', date, '--now', `${date}T22:00:00Z`]
}

/** The blobs of a bucket, as a process that shares it has them. */
export const blobsOf = ({ address, env }: Bucket): Blobs =>
  s3Blobs(s3Place(address)!, { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY })

/** The current edition of a store. */
export const editionIn = async (blobs: Blobs): Promise<Manifest> =>
  requiredManifest(blobs, manifestNamedBy((await blobs.get(currentKey))!))

/** What an edition consists of, without what says which writer made it. */
export const contentOf = ({ epochs: _, edition: __, previous: ___, ...content }: Manifest): Partial<Manifest> => content

/** How many editions lead to the one that stands. */
export async function chainIn(blobs: Blobs): Promise<number> {
  let length = 0
  for (let at: string | null = manifestNamedBy((await blobs.get(currentKey))!); at !== null; length++)
    at = (await requiredManifest(blobs, at)).previous
  return length
}

/** Resolves once `look` is true. */
export async function until(look: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await look())) await wait(10)
}

/** Machines that share a bucket and a Temporal server under their own name; `more` is set for all of them. */
export async function installation(bucket: Bucket, temporal: TemporalServer, more: Readonly<Record<string, string>> = {}) {
  await bundleForCommand()
  const cluster = await machines({
    ...bucket.env,
    BRIEFING_STORE: bucket.address,
    TEMPORAL_ADDRESS: temporal.address,
    BRIEFING_INSTALLATION: `scale-${randomUUID().slice(0, 8)}`,
    ...more,
  })
  const worker = async (roles: string, own: Readonly<Record<string, string>> = {}): Promise<Machine> => {
    const machine = await cluster.start(['worker', '--roles', roles], own)
    await machine.printed(/working for/)
    return machine
  }
  return {
    ...cluster,
    blobs: blobsOf(bucket),
    /** A worker that works. */
    worker,
    refresh: (day: number) => cluster.run(['--json', ...refreshOf(day), '--host', 'temporal'], {}, published),
    /** The home of one machine that shares nothing, after refreshes of these days. */
    async alone(days: readonly number[]): Promise<string> {
      const BRIEFING_HOME = `${(await cluster.start(['--version'])).folder}/home`
      for (const day of days)
        await cluster.run([...refreshOf(day), '--host', 'in-process'], { BRIEFING_STORE: '', BRIEFING_HOME }, published)
      return BRIEFING_HOME
    },
  }
}

export type Installation = Awaited<ReturnType<typeof installation>>

/** Resolves at a moment in the next run of an installation: when it loads, computes or publishes. Begin before the run does. */
export async function momentOf(when: 'load' | 'compute' | 'publish', blobs: Blobs, writer: Machine): Promise<void> {
  const prefix = when === 'load' ? 'recordings/index/' : 'artifacts/shard/'
  const before = (await blobs.list(prefix)).length
  const rounds = () => writer.output().split('"msg":"round"').length
  const roundsBefore = rounds()
  await until(async () => (when === 'compute' ? rounds() > roundsBefore : (await blobs.list(prefix)).length > before))
}
