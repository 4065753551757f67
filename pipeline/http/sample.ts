import { answerAt } from '../../sample/wire/index.ts'
import { sampleEpoch } from '../../sample/world/random-walk.ts'
import { InputError } from '../errors.ts'
import { dayOf, isoDay, isoTime } from '../time/day.ts'
import type { Transport } from './request.ts'

/** By this day every series has a value. */
const firstDay = sampleEpoch + 60
/** Decades later the growing hash rate would leave what is believable. */
const lastYear = 2060

const encoder = new TextEncoder()

/**
 * The upstreams as the simulator in `sample/` imagines them: filings of the SEC and those that state bitcoins in Japan in their true forms,
 * all else as rows of one format, with invented issuers and values, ten years of history that end on the day before `now` (milliseconds
 * UTC, the run's logical time). The same request and time give the same bytes, and the value of a past day is the same whatever the time.
 * Every answer carries the header `x-sample: SAMPLE DATA`.
 *
 * Throws `InputError` for a time or an upstream that is not imitated, `NotFoundError` for what an imitated host does not have.
 */
export function sampleTransport({ now }: { readonly now: number }): Transport {
  if (!(dayOf(now) >= firstDay) || new Date(now).getUTCFullYear() > lastYear)
    throw new InputError(
      'SAMPLE_TIME',
      `the sample feeds run from ${isoDay(firstDay)} to ${lastYear}-12-31; choose a time in that range`,
      { now },
    )
  return {
    name: 'sample',
    async fetch(request, signal) {
      const { url, feed } = request
      signal.throwIfAborted()
      if (!URL.canParse(url)) throw new InputError('SAMPLE_URL', 'the request is not for a valid URL; check the feed', { feed })
      const { status, type, body } = answerAt(request, now)
      return {
        url,
        at: isoTime(now),
        status,
        headers: { 'content-type': type, 'x-sample': 'SAMPLE DATA' },
        body: typeof body === 'string' ? encoder.encode(body) : body,
      }
    },
  }
}
