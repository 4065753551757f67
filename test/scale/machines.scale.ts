import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Manifest } from '../../pipeline/editions/edition.ts'
import { currentKey, manifestNamedBy, requiredManifest } from '../../pipeline/editions/edition-files.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { s3Blobs } from '../../pipeline/store/s3.ts'
import { s3Place } from '../../pipeline/store/s3-place.ts'
import { freePorts } from '../../scripts/program.ts'
import { rowsOf } from '../end-to-end/tree.ts'
import { composed } from '../house/operation-papers.ts'
import { startPostgres, withoutPostgres } from '../state/postgres.ts'
import { startBucket } from '../store/bucket.ts'
import { bundleForCommand } from '../temporal/bundled.ts'
import { serverOrNull } from '../temporal/server.ts'
import { type Machine, machines } from './machine.ts'

const bucket = await startBucket()
const temporal = await serverOrNull()
const isWhole = bucket !== null && temporal !== null && !withoutPostgres

/** Bitcoin by the day and a part of the American series: some seconds of work a run. */
const only = 'coinmetrics-api,coinmetrics-csv,mempool-hashrate'
const dayOne = ['--only', only, '--as-of', '2026-11-20', '--now', '2026-11-20T22:00:00Z']
const dayTwo = ['--only', only, '--as-of', '2026-11-21', '--now', '2026-11-21T22:00:00Z']
const dayThree = ['--only', only, '--as-of', '2026-11-22', '--now', '2026-11-22T22:00:00Z']
/** A refresh of few feeds publishes, and says by this code that other metrics have no data. */
const published = [0, 2]

describe.skipIf(!isWhole)('machines that share a Temporal server, a bucket and Postgres', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let cluster: Awaited<ReturnType<typeof machines>>
  let blobs: Blobs
  let writer: Machine
  let fetchers: Machine[]
  let renderer: Machine
  let servers: { machine: Machine; url: string }[]

  /** A process of a service as docs/operations/compose.yaml starts it, whose home is in its folder. */
  const service = (name: string, env: Readonly<Record<string, string>> = {}) =>
    cluster.start(
      composed[name]!.words.map((word) => word.replace(/^\/var\/lib\/market-briefing/, 'home')),
      env,
    )
  const working = (machine: Machine) => machine.printed(/working for/)
  const refresh = (day: readonly string[]) =>
    cluster.run(['--json', 'refresh', '--host', 'temporal', '--feeds', 'sample', ...day], {}, published)
  /** The edition in a store without what says which writer made it. */
  const editionIn = async (store: Blobs): Promise<Partial<Manifest>> => {
    const {
      epochs: _,
      edition: __,
      previous: ___,
      ...rest
    } = (await requiredManifest(store, manifestNamedBy((await store.get(currentKey))!))) as Manifest & { epochs?: unknown }
    return rest
  }
  const documentOf = async (url: string) => {
    const response = await fetch(`${url}/api/record`)
    return { status: response.status, body: await response.text() }
  }

  beforeAll(async () => {
    postgres = await startPostgres()
    await bundleForCommand()
    cluster = await machines({
      ...bucket!.env,
      BRIEFING_STORE: bucket!.address,
      STATE_URL: await postgres.database(),
      TEMPORAL_ADDRESS: temporal!.address,
      BRIEFING_INSTALLATION: `scale-${randomUUID().slice(0, 8)}`,
    })
    blobs = s3Blobs(s3Place(bucket!.address)!, {
      accessKeyId: bucket!.env.AWS_ACCESS_KEY_ID,
      secretAccessKey: bucket!.env.AWS_SECRET_ACCESS_KEY,
    })
    writer = await service('writer')
    fetchers = await Promise.all(Array.from({ length: composed['fetch']!.replicas }, () => service('fetch')))
    renderer = await service('render')
    // applied, they would start additional refreshes
    await cluster.run([...composed['schedules']!.words, '--dry-run'])
    for (const machine of [writer, ...fetchers, renderer]) await working(machine)
  })
  afterAll(async () => {
    await cluster?.close()
    await postgres?.stop()
    await temporal?.stop()
  })

  test('a first refresh gives the edition of one machine, byte for byte', async () => {
    const [caller, alone] = await Promise.all([
      refresh(dayOne),
      cluster.run(['refresh', '--host', 'in-process', '--feeds', 'sample', ...dayOne], { BRIEFING_STORE: '' }, published),
    ])
    const home = folderBlobs(`${alone.folder}/home`)
    expect(await editionIn(blobs)).toEqual(await editionIn(home))
    for (const prefix of ['artifacts/shard/', 'artifacts/pack/', 'recordings/'])
      expect(await blobs.list(prefix)).toEqual(await home.list(prefix))
    for (const machine of [...fetchers, renderer, caller]) expect(await machine.files()).toEqual([])
  })

  test('two servers without a home serve it, and each sells', async () => {
    const ports = await freePorts(composed['serve']!.replicas)
    servers = await Promise.all(
      ports.map(async (port) => {
        const url = `http://127.0.0.1:${port}`
        const machine = await service('serve', { BRIEFING_URL: url, BRIEFING_PORT: String(port) })
        await machine.printed(/serving/)
        return { machine, url }
      }),
    )
    const [one, two] = await Promise.all(servers.map(({ url }) => documentOf(url)))
    expect(one!.status).toBe(200)
    expect(two).toEqual(one)
    for (const { url } of servers) {
      const bought = await cluster.run(['--json', 'buy', `${url}/api/metrics/bitcoin-price`], { BRIEFING_STORE: '' })
      expect(bought.output()).toContain('"success":true')
    }
    const { edition } = await requiredManifest(blobs, manifestNamedBy((await blobs.get(currentKey))!))
    for (const { url } of servers)
      expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({
        edition,
        checks: expect.arrayContaining([expect.objectContaining({ name: 'reader', status: 'ok' })]),
      })
  })

  test('a second refresh ends although a fetcher is killed in it', async () => {
    const caller = refresh(dayTwo)
    await writer.printed(/"workflow":"refresh"|round/)
    await fetchers[0]!.kill()
    await caller
    expect(await editionIn(blobs)).toMatchObject({ as_of: '2026-11-21', sequence: 2 })
  })

  test('a third ends although the writer and its folder are lost: another machine has the warehouse as it was', async () => {
    const rounds = () => writer.output().split('"msg":"round"').length
    const before = rounds()
    const caller = refresh(dayThree)
    while (rounds() === before) await writer.printed(new RegExp(`("msg":"round"[^]*){${before}}`))
    await writer.kill()
    const successor = await service('writer')
    await working(successor)
    await caller
    expect(await editionIn(blobs)).toMatchObject({ as_of: '2026-11-22', sequence: 3 })
    await successor.kill('SIGTERM')
    const alone = await cluster.run(['rebuild'], {})
    const rowsAt = ({ folder }: Machine) => rowsOf(join(folder, 'home', 'store.duckdb'))
    expect(await rowsAt(alone)).toEqual(await rowsAt(successor))
  })
})
