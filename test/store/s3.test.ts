import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { s3Blobs } from '../../pipeline/store/s3.ts'
import { type S3Place, s3Place } from '../../pipeline/store/s3-place.ts'
import { contendedSwaps, storeContract } from './contract.ts'
import { type FakeS3, type Fault, fakeS3, type Seen } from './fake-s3.ts'

let fake: FakeS3
beforeAll(async () => {
  fake = await fakeS3()
})
afterAll(() => fake.close())
beforeEach(() => {
  Object.assign(fake, { fault: () => null, after: () => {}, clock: Date.now, conditional: true })
})

const credentials = { accessKeyId: 'test', secretAccessKey: 'testtest' }
const placeOf = (prefix: string): S3Place => ({
  endpoint: fake.endpoint,
  region: 'us-east-1',
  bucket: 'bucket',
  prefix: `${prefix}/`,
})
const open = (prefix: string = randomUUID()) => s3Blobs(placeOf(prefix), credentials)
const bytes = (text: string) => Buffer.from(text)
const text = (given: Uint8Array | null) => (given === null ? null : Buffer.from(given).toString())
/** A fault for the nth request that is of this kind, counted from 1. */
const nth = (n: number, fault: Fault, isMeant: (seen: Seen) => boolean) => {
  let count = 0
  return (seen: Seen): Fault => (isMeant(seen) && ++count === n ? fault : null)
}
const isPut = ({ method }: Seen) => method === 'PUT'

describe('a bucket of blobs', () => {
  storeContract(open, { clients: 4, rounds: 3 })

  test('lists beyond a page, and leaves out what is not ours', async () => {
    const prefix = randomUUID()
    const keys = Array.from({ length: 2_300 }, (_, at) => `p/${String(at).padStart(5, '0')}`)
    for (const key of [...keys, 'p/not ours', 'p//x']) fake.objects.set(`${prefix}/${key}`, bytes('x'))
    expect(await open(prefix).list('p/')).toEqual(keys)
  })

  test('a large body goes in parts and arrives whole; one that fails leaves no object', async () => {
    const blobs = open()
    const large = Buffer.alloc(40 * 1_048_576, 'abcdefg')
    await blobs.put('large', large)
    expect(large.equals((await blobs.get('large'))!)).toBe(true)
    const isComplete = ({ method, query }: Seen) => method === 'POST' && query.has('uploadId')
    fake.fault = nth(1, 'lost', isComplete)
    await blobs.put('again', large)
    expect(large.equals((await blobs.get('again'))!)).toBe(true)
  })

  test('reads and writes go through faults that pass', async () => {
    const blobs = open()
    fake.fault = nth(1, 'busy', isPut)
    await blobs.put('a', bytes('0123456789'))
    for (const fault of ['cut', 'lost', 'busy'] as const) {
      fake.fault = nth(1, fault, ({ method }) => method === 'GET')
      expect(text(await blobs.get('a'))).toBe('0123456789')
    }
    fake.fault = nth(1, 'lost', isPut)
    await blobs.put('a', bytes('new'))
    expect(text(await blobs.get('a'))).toBe('new')
  })

  test('a service that answers a range with all of it gives the part', async () => {
    const blobs = open()
    await blobs.put('a', bytes('0123456789'))
    fake.fault = (seen) => {
      delete (seen.headers as Record<string, unknown>)['range']
      return null
    }
    expect(text(await blobs.get('a', { offset: 3, length: 4 }))).toBe('3456')
  })

  test('one that stays away is said to be unreachable, without a key or an address', async () => {
    const blobs = open()
    fake.fault = () => 'busy'
    const failure = await blobs.get('a').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'UnavailableError', code: 'STORE_UNREACHABLE', facts: { reason: '503' } })
    expect(String(failure)).not.toMatch(/127\.0\.0\.1|testtest/)
  })

  test('requests are signed by the clock of the service once it refuses ours, and the difference is known', async () => {
    const blobs = open()
    const ahead = 600_000
    fake.clock = () => Date.now() + ahead
    const late = ({ headers }: Seen) => {
      const at = String(headers['x-amz-date']).replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z')
      return Math.abs(Date.parse(at) - fake.clock()) > 300_000
    }
    fake.fault = (seen) => (late(seen) ? 'skewed' : null)
    await blobs.put('a', bytes('x'))
    expect(text(await blobs.get('a'))).toBe('x')
    expect(Math.abs(blobs.clockAheadMs() - ahead)).toBeLessThan(5_000)
    fake.clock = () => Date.now() + 20_000
    fake.fault = () => null
    await blobs.get('a')
    expect(blobs.clockAheadMs()).toBe(0)
  })
})

describe('a swap whose answer is lost', () => {
  test('is true where ours stands', async () => {
    const blobs = open()
    fake.fault = nth(1, 'lost', isPut)
    expect(await blobs.swap('cell', null, bytes('ours'))).toBe(true)
    fake.fault = nth(1, 'lost', isPut)
    expect(await blobs.swap('cell', bytes('ours'), bytes('next'))).toBe(true)
    expect(text(await blobs.get('cell'))).toBe('next')
  })

  test('is tried again where the cell is as before', async () => {
    const blobs = open()
    await blobs.swap('cell', null, bytes('a'))
    fake.fault = nth(1, 'busy', isPut)
    expect(await blobs.swap('cell', bytes('a'), bytes('b'))).toBe(true)
  })

  test('is unknown where another wrote on top of ours, and never false', async () => {
    const prefix = randomUUID()
    const blobs = open(prefix)
    await blobs.swap('cell', null, bytes('a'))
    fake.fault = nth(1, 'lost', isPut)
    fake.after = (seen) => {
      if (isPut(seen)) fake.objects.set(`${prefix}/cell`, bytes('theirs'))
    }
    await expect(blobs.swap('cell', bytes('a'), bytes('ours'))).rejects.toMatchObject({ code: 'SWAP_UNKNOWN' })
    expect(text(await blobs.get('cell'))).toBe('theirs')
  })

  test('over contended cells none that had its effect is reported as false', async () => {
    const prefix = randomUUID()
    const clients = Array.from({ length: 4 }, () => open(prefix))
    let count = 0
    // every ninth write is done and its answer lost, every eleventh refused
    fake.fault = (seen) => (!isPut(seen) ? null : ++count % 9 === 0 ? 'lost' : count % 11 === 0 ? 'busy' : null)
    expect(await contendedSwaps(clients, 25, clients[0]!)).toBeGreaterThan(0)
  })
})

describe('a bucket that cannot be used', () => {
  test('a service that keeps the conditions of a PUT is proved fit, and nothing stays of the proof', async () => {
    const prefix = randomUUID()
    await open(prefix).prove()
    expect([...fake.objects.keys()].filter((key) => key.startsWith(prefix))).toEqual([])
  })

  test('one that ignores them is refused', async () => {
    fake.conditional = false
    await expect(open().prove()).rejects.toMatchObject({ name: 'UnavailableError', code: 'STORE_UNFIT' })
  })

  test('one that does not exist is refused before anything is put', async () => {
    const before = fake.seen.length
    const blobs = s3Blobs({ ...placeOf('x'), bucket: 'other-bucket' }, credentials)
    await expect(blobs.prove()).rejects.toMatchObject({ name: 'InputError', code: 'STORE_MISSING' })
    expect(fake.seen.slice(before).some(isPut)).toBe(false)
  })
})

describe('the address of a bucket', () => {
  test.each([
    ['s3://briefing/prod?region=eu-central-1', { endpoint: 'https://s3.eu-central-1.amazonaws.com', prefix: 'prod/' }],
    ['s3://briefing', { endpoint: 'https://s3.us-east-1.amazonaws.com', bucket: 'briefing', prefix: '' }],
    [
      's3://briefing/a/b/?endpoint=http://127.0.0.1:9000',
      { endpoint: 'http://127.0.0.1:9000', region: 'us-east-1', prefix: 'a/b/' },
    ],
  ])('%s', (address, parts) => expect(s3Place(address)).toMatchObject(parts))

  test.each([
    'https://briefing',
    's3://',
    's3://UPPER',
    's3://briefing/../other',
    's3://briefing?regoin=eu-central-1',
    's3://briefing?endpoint=ftp://host',
    's3://briefing?endpoint=https://host/path',
    's3://key:secret@briefing',
    's3://briefing/a b',
  ])('%s is refused', (address) => expect(s3Place(address)).toBeNull())
})
