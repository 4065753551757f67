import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { currentKey, manifestNamedBy, requiredManifest } from '../../pipeline/editions/edition-files.ts'
import { shareFiles } from '../../pipeline/store/analyst-files.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { inParallel } from '../../pipeline/store/pool.ts'
import { type S3Blobs, s3Blobs } from '../../pipeline/store/s3.ts'
import { s3Place } from '../../pipeline/store/s3-place.ts'
import { freePorts } from '../../scripts/program.ts'
import { smallHome, viewOf } from '../end-to-end/home.ts'
import { startPostgres, withoutPostgres } from '../state/postgres.ts'
import { startBucket } from '../store/bucket.ts'
import { type FaultProxy, faultProxy, noFaults } from './fault-proxy.ts'
import { type Machine, machines } from './machine.ts'

const bucket = await startBucket()
/** Milliseconds of an outage; ten minutes at night. */
const outageMs = Number(process.env['OUTAGE_MS'] ?? 70_000)
/** What the product promises, and as much again for a machine with other work. */
const slack = 2

describe.skipIf(bucket === null || withoutPostgres)('servers without a home whose bucket falls silent', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let cluster: Awaited<ReturnType<typeof machines>>
  let proxy: FaultProxy
  let blobs: S3Blobs
  let folder: string
  let key: string
  const servers: { machine: Machine; url: string }[] = []

  async function serve(args: readonly string[] = []): Promise<{ machine: Machine; url: string }> {
    const [port] = await freePorts(1)
    const url = `http://127.0.0.1:${port}`
    const machine = await cluster.start(['serve', '--port', String(port), ...args], {
      BRIEFING_URL: url,
      BRIEFING_DATA_PLAN: 'pro',
    })
    await machine.printed(/serving http/)
    return { machine, url }
  }

  async function ask(path: string, { url } = servers[0]!, headers: Record<string, string> = {}) {
    const began = performance.now()
    const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': key, ...headers } })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, ms: performance.now() - began }
  }
  const readerCheck = async (server = servers[0]!) => {
    const { checks } = JSON.parse((await ask('/api/health', server)).bytes.toString()) as {
      checks: { name: string; status: string; detail: string }[]
    }
    return checks.find(({ name }) => name === 'reader')!
  }
  const until = async (
    server: { machine: Machine; url: string },
    isSo: (check: { status: string; detail: string }) => boolean,
  ) => {
    const began = performance.now()
    while (!isSo(await readerCheck(server))) await wait(100)
    return performance.now() - began
  }

  beforeAll(async () => {
    postgres = await startPostgres()
    const place = s3Place(bucket!.address)!
    proxy = await faultProxy(place.endpoint, { ...noFaults })
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = bucket!.env
    blobs = s3Blobs(place, { accessKeyId, secretAccessKey })
    folder = (await smallHome()).folder
    const home = folderBlobs(folder)
    const keys = await home.list('artifacts/')
    await inParallel(
      keys.filter((each) => each !== currentKey && !each.startsWith('artifacts/latest/')),
      16,
      async (each) => blobs.put(each, (await home.get(each))!),
    )
    await blobs.put(currentKey, (await home.get(currentKey))!)
    await shareFiles(blobs, { 'market.duckdb': join(folder, 'market.duckdb') })
    const address = `s3://${place.bucket}/${place.prefix.slice(0, -1)}?endpoint=${proxy.endpoint}&region=${place.region}`
    cluster = await machines({ ...bucket!.env, BRIEFING_STORE: address, STATE_URL: await postgres.database() })
    const made = await cluster.run(['--json', 'keys', 'create', '--name', 'desk', '--plan', 'enterprise'])
    key = (JSON.parse(made.output()) as { key: string }).key
    servers.push(...(await Promise.all([serve(), serve()])))
  })
  // a test that failed in the outage ends it
  afterEach(() => {
    proxy.faults = { ...noFaults }
  })
  afterAll(async () => {
    await cluster?.close()
    await proxy?.close()
    await blobs?.close()
    await postgres?.stop()
  })

  test('serve the edition of the home from an empty folder, and keep what they read in a cache alone', async () => {
    const { edition } = await requiredManifest(folderBlobs(folder), manifestNamedBy((await folderBlobs(folder).get(currentKey))!))
    for (const server of servers) expect((await readerCheck(server)).detail).toContain(edition)
    for (const { machine } of servers)
      expect((await readdir(machine.folder)).filter((name) => !name.startsWith('market-briefing-'))).toEqual([])
  })

  test('serve files of the analysts by range, with the same entity tag on each', async () => {
    const whole = await folderBlobs(folder).get('market.duckdb')
    const [one, two] = await Promise.all(servers.map((server) => ask('/data/market.duckdb', server, { range: 'bytes=100-1099' })))
    expect([one!.status, one!.headers.get('content-range')]).toEqual([206, `bytes 100-1099/${whole!.length}`])
    expect(one!.bytes.equals(whole!.subarray(100, 1_100))).toBe(true)
    expect(two!.headers.get('etag')).toBe(one!.headers.get('etag'))
    const range = { range: 'bytes=0-9', 'if-range': '"another"' }
    expect((await ask('/data/market.duckdb', servers[1], range)).bytes.equals(whole!)).toBe(true)
  })

  test('answer as before for today, 503 in time for the rest, say so, and are well soon after', async () => {
    const packed = [...(await viewOf(folder)).packedEntries.keys()].filter((place) => place.startsWith('history/'))
    const historyOf = (place: string) => `/api/metrics/${place.slice('history/'.length)}/history?format=json`
    const [cached, other] = packed.map(historyOf) as [string, string]
    expect((await ask(cached)).status).toBe(200)
    proxy.faults = { ...noFaults, silent: true }
    const began = performance.now()
    const times: number[] = []
    let degradedAfter: number | null = null
    while (performance.now() - began < outageMs) {
      const today = await ask('/api/record')
      expect(today.status).toBe(200)
      times.push(today.ms)
      if (degradedAfter === null && (await readerCheck()).status === 'degraded') degradedAfter = performance.now() - began
      await wait(250)
    }
    const lost = await ask(other)
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '5'])
    expect(lost.ms).toBeLessThan(3_500 * slack)
    const file = await ask('/data/market.duckdb', servers[0], { range: 'bytes=0-9' })
    expect([file.status, file.ms < 3_500 * slack]).toEqual([503, true])
    expect((await ask(cached)).status).toBe(200)
    expect(degradedAfter).not.toBeNull()
    expect(degradedAfter).toBeLessThan(60_000 + 5_000 * slack)
    expect((await readerCheck()).detail).toMatch(/has not been read since \d{4}-/)
    proxy.faults = { ...noFaults }
    const backMs = await until(servers[0]!, ({ status }) => status === 'ok')
    expect(backMs).toBeLessThan(5_000 * slack)
    expect((await ask(other)).status).toBe(200)
    times.sort((a, b) => a - b)
    const p99 = times[Math.floor(times.length * 0.99)]!
    console.log(
      `outage of ${outageMs / 1_000} s: today p99 ${p99.toFixed(1)} ms of ${times.length}, 503 in ${lost.ms.toFixed(0)} ms, degraded after ${(degradedAfter! / 1_000).toFixed(1)} s, well after ${(backMs / 1_000).toFixed(1)} s`,
    )
  })

  test('refuse an older edition, also after a restart, until one of them accepts it', async () => {
    const standing = (await blobs.get(currentKey))!
    const manifest = await requiredManifest(blobs, manifestNamedBy(standing))
    const { createHash } = await import('node:crypto')
    const next = Buffer.from(
      JSON.stringify({ ...manifest, sequence: manifest.sequence + 1, previous: manifestNamedBy(standing) }),
    )
    const hash = createHash('sha256').update(next).digest('hex')
    await blobs.put(`artifacts/manifest/${hash}.json`, next)
    await blobs.put(currentKey, Buffer.from(`artifacts/manifest/${hash}.json`))
    for (const { machine } of servers) await machine.printed(new RegExp(`"sequence":${manifest.sequence + 1}\\b`))
    await blobs.put(currentKey, standing)
    for (const server of servers)
      await until(server, ({ status, detail }) => status === 'degraded' && detail.includes('--accept-older'))
    expect(servers[0]!.machine.output().split('EDITION_OLDER').length).toBe(2)
    const restarted = await serve()
    expect(await readerCheck(restarted)).toMatchObject({ status: 'down', detail: expect.stringContaining('--accept-older') })
    const accepting = await serve(['--accept-older'])
    for (const server of [accepting, restarted, ...servers]) await until(server, ({ status }) => status === 'ok')
  })
})
