import { expect, test } from 'vitest'
import type { EditionView } from '../../pipeline/publish/reader.ts'
import { health } from '../../server/system.ts'
import { edition } from './fixture.ts'

/** An edition whose quick check turns stale at a time, by one of its readings. */
function turningStale(at: string): EditionView {
  const view = edition({ edition: 'e1' })
  const reading = (stale_after: string) => ({ freshness: { status: 'fresh', stale_after } })
  const document = { readings: { vix: reading('2026-08-01T00:00:00Z'), 'bitcoin-price': reading(at) } }
  const resident: EditionView['resident'] = (place, format) => {
    const stored = view.resident(place, format)
    return stored && place === 'briefing/btc.quick-check' && format === 'json'
      ? { ...stored, plain: Buffer.from(JSON.stringify(document)) }
      : stored
  }
  return { ...view, resident }
}

test('a briefing that turned stale after it was published makes health degraded', () => {
  const view = turningStale('2026-07-23T18:00:00Z')
  expect(health(view, Date.parse('2026-07-23T17:59:59Z')).status).toBe('ok')
  const late = health(view, Date.parse('2026-07-23T18:00:00Z'))
  expect(late.status).toBe('degraded')
  expect(late.checks.filter(({ status }) => status !== 'ok')).toMatchObject([
    { name: 'briefings', detail: expect.stringContaining('stale: btc.quick-check') },
  ])
})
