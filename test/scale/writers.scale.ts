import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { Manifest } from '../../pipeline/editions/edition.ts'
import { currentKey, manifestNamedBy, requiredManifest } from '../../pipeline/editions/edition-files.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { s3Blobs } from '../../pipeline/store/s3.ts'
import { s3Place } from '../../pipeline/store/s3-place.ts'
import { compiled } from '../compiled.ts'
import { bucketOn, startBucket } from '../store/bucket.ts'

const bucket = await startBucket()
const rounds = Number(process.env['LEASE_ROUNDS'] ?? 1)
/** Instead of the 30 seconds of a real lease. */
const ttlMs = 3_000

interface Writer {
  readonly child: ChildProcess
  lines(): string[]
  ended: Promise<unknown>
}

describe.skipIf(bucket === null)('processes that want to write one bucket', () => {
  const started: ChildProcess[] = []
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  function start(address: string, owner: string): Writer {
    const args = [compiled('test/scale/write-loop.ts'), address, owner, String(ttlMs)]
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH']!, ...bucket!.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    let text = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    return { child, lines: () => text.split('\n').slice(0, -1), ended: once(child, 'close').then(([code]) => code) }
  }
  const has = ({ lines }: Writer, begin: string) => lines().filter((line) => line.startsWith(begin))
  const until = (what: () => boolean) => expect.poll(what, { timeout: 60_000, interval: 20 }).toBe(true)

  test('of four started at the same time one works, and three end with 69, naming it', async () => {
    const { address } = bucketOn(bucket!.server)
    const writers = ['w1', 'w2', 'w3', 'w4'].map((owner) => start(address, owner))
    await until(() => writers.filter((writer) => has(writer, 'ended').length > 0).length === 3)
    const working = writers.filter((writer) => has(writer, 'ended').length === 0)
    expect(working.length).toBe(1)
    const name = `w${writers.indexOf(working[0]!) + 1}`
    await until(() => has(working[0]!, 'published').length > 0)
    for (const other of writers) {
      if (other === working[0]) continue
      expect(other.lines()).toEqual([expect.stringMatching(new RegExp(`^ended WRITER_ELSEWHERE: .*${name}`))])
      expect(await other.ended).toBe(69)
    }
  })

  test('one that is paused is replaced and fenced, and no edition of either is lost', async () => {
    for (let round = 0; round < rounds; round++) {
      const { address } = bucketOn(bucket!.server)
      const first = start(address, 'first')
      await until(() => has(first, 'published').length > 2)
      first.child.kill('SIGSTOP')
      const second = start(address, 'second')
      await until(() => has(second, 'published').length > 2)
      first.child.kill('SIGCONT')
      expect(await first.ended).toBe(69)
      expect(has(first, 'ended')).toEqual([expect.stringMatching(/^ended WRITER_FENCED: /)])
      second.child.kill('SIGKILL')
      await second.ended
      const blobs = s3Blobs(s3Place(address)!, {
        accessKeyId: bucket!.env.AWS_ACCESS_KEY_ID,
        secretAccessKey: bucket!.env.AWS_SECRET_ACCESS_KEY,
      })
      const chain = await editions(blobs)
      const ids = new Set(chain.map(({ edition }) => edition))
      const published = [...has(first, 'published'), ...has(second, 'published')].map((line) => line.split(' ')[1]!)
      expect(published.filter((edition) => !ids.has(edition))).toEqual([])
      const epochs = chain.map((manifest) => manifest.epochs!['all']!)
      expect(epochs, 'newest first').toEqual(epochs.toSorted((a, b) => b - a))
      expect(new Set(epochs)).toEqual(new Set([1, 2]))
    }
  })
})

/** Every edition there was, newest first. */
async function editions(blobs: Blobs): Promise<Manifest[]> {
  const chain: Manifest[] = []
  for (let hash: string | null = manifestNamedBy((await blobs.get(currentKey))!); hash !== null; ) {
    const manifest: Manifest = await requiredManifest(blobs, hash)
    chain.push(manifest)
    hash = manifest.previous
  }
  return chain
}
