import { expect, test } from 'vitest'
import { upstreams } from '../../data/upstreams.ts'
import { faultDescription, restingError, tooSlowError, unwantedStatusError, wireFault } from '../../pipeline/http/faults.ts'
import codes from './faults.json' with { type: 'json' }

const fred = upstreams.find(({ id }) => id === 'fred')!
const sec = upstreams.find(({ id }) => id === 'sec')!
const url = new URL('https://api.stlouisfed.org/fred/series?api_key=secret-of-ours')

/** The message for a connection that failed with a code, before any answer. */
const wire = (code: string): string =>
  wireFault(fred, url, Object.assign(new Error('for https://api.stlouisfed.org/?api_key=secret-of-ours'), { code }), false, 1)!
    .message

test.each(codes)('%s: %s', (code, words) => {
  const message = wire(code)
  expect(message).toContain(`${fred.name} could not be reached: ${words} (${code}). `)
  expect(message).not.toMatch(/secret-of-ours|refuse/)
})

test.each([
  [401, 'does not accept our credential (HTTP 401)', 'Check SEC_CONTACT. '],
  [403, 'refuses our requests (HTTP 403)', 'Check SEC_CONTACT. '],
  [429, 'received more requests than it allows (HTTP 429)', 'It is retried'],
  [503, 'has a server error (HTTP 503)', 'It is retried'],
])('HTTP %i has its own words and the next step', (status, words, next) => {
  const error = unwantedStatusError(sec, new URL('https://data.sec.gov/submissions'), status, undefined)
  expect([faultDescription(error), error.message]).toEqual([
    words,
    expect.stringContaining(`(data.sec.gov/submissions). ${next}`),
  ])
})

test('a timeout, and an upstream that is not asked for a while, say how long', () => {
  const slow = tooSlowError(fred, url, 60_000)
  expect(faultDescription(slow)).toBe('did not finish its response within 60 s')
  const until = Date.parse('2026-11-22T02:29:00Z')
  expect(restingError(fred, `keeps failing: it ${faultDescription(slow)}`, 1_200_000, until).message).toBe(
    `${fred.name} keeps failing: it did not finish its response within 60 s; requests are suspended for 20 minutes (until 02:29 UTC).`,
  )
})
