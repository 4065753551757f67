import { expect, test } from 'vitest'
import type { EditionView, Entry } from '../../pipeline/editions/reader.ts'
import { health } from '../../server/answers/system.ts'
import { edition } from './fixture.ts'

/** An edition whose quick check was fresh when it was published and turns late and stale at these times. */
function turning(late_after: string, stale_after: string): EditionView {
  const view = edition({ edition: 'e1' })
  const place = 'briefing/btc.quick-check'
  const entry = view.entries.get(place)!
  const dated: Entry = { ...entry, facts: { ...entry.facts, late_after, stale_after } }
  return { ...view, entries: new Map([...view.entries, [place, dated]]) }
}

test('a briefing that turned stale after it was published makes health degraded', () => {
  const view = turning('2026-07-23T12:00:00Z', '2026-07-23T18:00:00Z')
  expect(health(view, Date.parse('2026-07-23T17:59:59Z')).status).toBe('ok')
  const late = health(view, Date.parse('2026-07-23T18:00:00Z'))
  expect(late.status).toBe('degraded')
  expect(late.checks.filter(({ status }) => status !== 'ok')).toMatchObject([
    { name: 'briefings', detail: expect.stringContaining('stale: btc.quick-check') },
  ])
})
