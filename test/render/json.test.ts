import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BriefReading } from '../../pipeline/documents/brief-reading.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { latestReading } from '../../pipeline/documents/metric-kind.ts'
import { contentHash, withFingerprint } from '../../pipeline/render/fingerprint.ts'
import { renderJson, writeJson } from '../../pipeline/render/json.ts'
import { briefingOf, latestData, metricData } from './documents.ts'

/** The same members in the opposite order, at every depth; arrays stay as they are. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, turned(member)]),
  )
}

describe('JSON', () => {
  test('members stand in the order of the contract', () => {
    const members = (component: string, document: unknown) => Object.keys(JSON.parse(renderJson(component, document))).join(' ')
    const head =
      'metric title category unit value period known_at known_basis source inputs freshness access as_of computed_at fingerprint sample notices'
    expect(members('Metric', latestData)).toBe(head)
    expect(members('Metric', metricData)).toBe(
      `${head} trend momentum signal record confidence percentile_90d data_quality method`,
    )
    expect(members('Briefing', briefingOf())).toBe(
      'briefing title tier as_of computed_at fingerprint sample headline summary state lead signal confidence readings sections changes turns points next_releases data_quality sources notices notes correlations',
    )
  })

  test('whatever order they were made in, and without a blank', () => {
    for (const document of [metricData, latestData]) {
      const text = renderJson('Metric', document)
      expect(renderJson('Metric', turned(document) as typeof document)).toBe(text)
      expect(text).toBe(JSON.stringify(JSON.parse(text)))
      expect(JSON.parse(text)).toEqual(document)
    }
    const briefing = briefingKind.apart!(briefingOf()).kept as Omit<BriefingDocument, 'readings'> & {
      readings: Record<string, BriefReading>
    }
    const back = turned(briefing) as typeof briefing
    // The order of metrics in `readings` is the briefing's own; all else is fixed.
    const readings = Object.fromEntries(Object.keys(briefing.readings).map((metric) => [metric, back.readings[metric]!]))
    expect(renderJson('Briefing', { ...back, readings })).toBe(renderJson('Briefing', briefing))
    expect(JSON.parse(renderJson('Briefing', briefing))).toEqual(briefing)
    expect(Object.keys(JSON.parse(renderJson('Briefing', back)).sections[0].rows[0])).toEqual([
      'period',
      'price',
      'average',
      'distance',
    ])
  })

  test('members the contract does not list are kept, at the end', () => {
    const more = { ...metricData, zz_new: [1, { b: 2, a: 1 }] }
    const read = JSON.parse(renderJson('Metric', more))
    expect(Object.keys(read).at(-1)).toBe('zz_new')
    expect(read.zz_new).toEqual([1, { b: 2, a: 1 }])
  })

  test('what JSON cannot hold is refused, not written as null or left out', () => {
    expect(() => renderJson('Metric', { ...metricData, value: Number.NaN })).toThrow(/value is not a finite number/)
    expect(() => renderJson('Metric', { ...metricData, momentum: undefined } as never)).toThrow(/momentum has no value/)
  })
})

describe('fingerprint', () => {
  test('is the hash of the canonical JSON without itself', () => {
    const document = withFingerprint({ b: 2, a: [1.0, 'é'], as_of: '2026-07-22' }, '2026-07-23T00:00:00Z')
    const canonical = '{"a":[1,"é"],"as_of":"2026-07-22","b":2,"computed_at":"2026-07-23T00:00:00Z"}'
    expect(document.fingerprint).toBe(`sha256:${createHash('sha256').update(canonical).digest('hex')}`)
    expect(document.computed_at).toBe('2026-07-23T00:00:00Z')
  })

  test('can be checked from the served bytes', () => {
    for (const document of [metricData, latestData, briefingOf()]) {
      const { fingerprint, computed_at, ...read } = JSON.parse(
        renderJson('briefing' in document ? 'Briefing' : 'Metric', document),
      )
      expect(withFingerprint(read, computed_at).fingerprint).toBe(fingerprint)
    }
  })

  test('moves with any figure and with the time; the content hash not with the time', () => {
    const { fingerprint, computed_at, ...unstamped } = metricData
    expect(withFingerprint(unstamped, '2026-07-24T00:00:00Z').fingerprint).not.toBe(fingerprint)
    expect(contentHash(withFingerprint(unstamped, '2026-07-24T00:00:00Z'))).toBe(contentHash(metricData))
    expect(contentHash(unstamped)).toBe(contentHash(metricData))
    expect(contentHash({ ...metricData, value: metricData.value + 0.0001 })).not.toBe(contentHash(metricData))
    expect(withFingerprint(metricData, computed_at)).toEqual(metricData)
  })

  test('does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (members) => {
        expect(contentHash(turned(members) as object)).toBe(contentHash(members))
      }),
    )
  })
})

describe('latest reading', () => {
  test('is the head of the metric and says what the full read takes', () => {
    expect(latestData.access).toEqual({
      served: 'latest_reading',
      why: 'The plan of the key reads the latest value of this metric without its analysis.',
      full_needs: 'basic',
    })
    expect(latestReading(metricData).access.full_needs).toBe('free')
    expect(latestReading({ ...metricData, metric: 'mstr-bitcoin-holdings', category: 'treasuries' }).access.full_needs).toBe(
      'pro',
    )
    expect(Object.keys(latestReading(metricData)).join(' ')).toBe(
      'metric title category unit value period known_at known_basis source inputs freshness access as_of sample notices',
    )
    expect(JSON.stringify(latestReading(metricData))).not.toMatch(/"(trend|signal|confidence|percentile_90d)"/)
  })
})

/** Canonical JSON by a reader that keeps whole numbers apart from doubles and, as RFC 8785 tells it to, refuses those beyond 2^53. */
function strictCanonical(text: string): string {
  for (const [token] of text.replace(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/-?\d[\d.]*(?:e[+-]?\d+)?/g)) {
    if (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))) throw new RangeError(`${token} is beyond 2^53`)
  }
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
    if (value === null || typeof value !== 'object') return JSON.stringify(value)
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(',')}}`
  }
  return write(JSON.parse(text))
}

describe('numbers that are more than a double counts one by one', () => {
  test('are written so that a strict reader gets the same fingerprint: yen, hashes and wei', () => {
    const huge = [2 ** 53, 2 ** 53 + 2, -(2 ** 60), 123_456_789_012_345_680_000, 9.801234567890123e20, 1e21, 1.5e300]
    for (const value of huge) {
      const document = withFingerprint(
        { ...metricData, value, inputs: [{ ...metricData.inputs[0]!, value }] },
        '2026-07-23T00:00:00Z',
      )
      const text = renderJson('Metric', document)
      const { fingerprint, ...rest } = JSON.parse(text)
      expect(rest.value).toBe(value)
      const canonical = strictCanonical(text)
      const bare = canonical.replace(`"fingerprint":"${fingerprint}",`, '')
      expect(`sha256:${createHash('sha256').update(bare).digest('hex')}`).toBe(fingerprint)
    }
    expect(() => strictCanonical(`[${2 ** 60}]`)).toThrow(/beyond/)
  })

  test('any number comes back as it was, and texts stay as they are', () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
      fc.bigInt({ min: 0n, max: 10n ** 24n }).map(Number),
    )
    fc.assert(
      fc.property(fc.array(value), fc.string(), (numbers, words) => {
        const text = writeJson([numbers, words, '12345678901234567890', '\\"12345678901234567890'])
        expect(JSON.parse(text)).toEqual(
          JSON.parse(JSON.stringify([numbers, words, '12345678901234567890', '\\"12345678901234567890'])),
        )
        expect(strictCanonical(text)).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })
})
