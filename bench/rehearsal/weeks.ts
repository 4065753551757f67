import { dayMs, dayNumber, isoDay } from '../../pipeline/time/day.ts'
import type { Fault, Misdeed, Shows } from './faults.ts'

/** A week that is rehearsed. */
export interface Week {
  readonly id: string
  /** Its first day, YYYY-MM-DD, from 00:00 UTC on. */
  readonly from: string
  readonly days: number
  readonly faults: readonly Fault[]
}

const page = (title: string, text: string) =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><p>${text}</p></body></html>\n`
const captcha = page(
  'Just a moment...',
  'Enable JavaScript and cookies to continue. Verify you are human by completing the action below.',
)
const proofOfWork = page('Stooq', '<script>fetch("/__verify?nonce=1").then(() => location.reload())</script>')
const threshold = page(
  'SEC.gov | Request Rate Threshold Exceeded',
  'Your Request Originates from an Undeclared Automated Tool. Request Rate Threshold Exceeded.',
)

type SampleLine = Readonly<Record<string, string | number>>

/** Sample rows as Stooq writes them, one close a day, `change` done to each. */
const asStooq = (header: string, change: (close: number, day: string) => number) => (body: string) => {
  const { observations } = JSON.parse(body) as { observations: readonly SampleLine[] }
  const lines = observations.map(({ date, ...values }) => {
    const close = change(Number(Object.values(values)[0]), String(date))
    return `${date},${close},${close},${close},${close.toFixed(2)},1000`
  })
  return [header, ...lines, ''].join('\n')
}

/** Rows of a week: from and until as its day (0 is the first) and a time in UTC. */
const rowsFrom = (from: string) => {
  const first = dayNumber(from)!
  const at = (when: string) => {
    const [day, clock] = when.split(' ') as [string, string]
    const [hour, minute] = clock.split(':').map(Number) as [number, number]
    return (first + Number(day)) * dayMs + (60 * hour + minute) * 60_000
  }
  const dayOf = (day: number) => isoDay(first + day)
  const fault = (id: string, of: RegExp, begin: string, end: string, does: Misdeed, ...shows: readonly Shows[]): Fault => {
    return { id, of, from: at(begin), until: at(end), does, shows }
  }
  const delaying = (late: RegExp, row: Fault): Fault => ({ ...row, late })
  return { fault, delaying, dayOf }
}

/** Thursday to Wednesday: summer time ends in New York on the Sunday, Japan keeps a holiday on the Tuesday, the Federal Reserve is a day late. */
function autumn(): Week {
  const from = '2026-10-29'
  const { fault, delaying, dayOf } = rowsFrom(from)
  const restated = (body: string) =>
    body.replace(
      /("date":"2026-10-20","rate\/SOFR":)([\d.]+)/,
      (_, key: string, value: string) => `${key}${Number(value) + 0.25}`,
    )
  return {
    id: 'autumn',
    from,
    days: 7,
    faults: [
      delaying(
        /^(metric\/(fed-balance|net-liquidity)|briefing\/(btc|cross|fx|macro)\.)/,
        fault(
          'the balance sheet of the Federal Reserve comes a day late',
          /^fred .*series_id=WALCL\b/,
          '0 20:00',
          '1 20:00',
          { kind: 'behind', ms: dayMs },
          { in: 'document', place: 'metric/fed-balance', lateSince: '2026-10-29T20:30:00Z' },
          { in: 'status', feed: 'fred-api', says: /late since 2026-10-29T20:30:00Z, .*: WALCL/ },
        ),
      ),
      fault(
        'Coin Metrics is not reached for nine hours',
        /^coinmetrics /,
        '1 00:00',
        '1 09:00',
        { kind: 'cut' },
        { in: 'alert', subject: 'feed coinmetrics-api', says: /could not be reached/ },
        { in: 'status', feed: 'coinmetrics-api', says: /could not be reached/ },
      ),
      fault(
        'CoinGecko refuses for two hours',
        /^coingecko /,
        '1 12:00',
        '1 14:00',
        { kind: 'refusal', status: 429, headers: { 'retry-after': '120' }, body: '{"status":{"error_code":429}}' },
        { in: 'alert', subject: 'upstream coingecko', says: /UPSTREAM_REFUSED .*more requests than it allows \(HTTP 429\)/ },
      ),
      fault(
        'Farside asks for proof of a human, with status 200',
        /^farside /,
        '1 21:00',
        '1 23:00',
        { kind: 'refusal', status: 200, body: captcha },
        { in: 'alert', subject: 'upstream farside', says: /UPSTREAM_REFUSED .*a check for people \(HTTP 200\)/ },
      ),
      fault(
        'Stooq renames a column',
        /^stooq /,
        '1 22:00',
        '2 00:00',
        { kind: 'spoilt', type: 'text/csv', change: asStooq('Date,Open,High,Low,Last,Volume', (close) => close) },
        { in: 'alert', subject: 'feed stooq-daily', says: /UPSTREAM_SAYS/ },
      ),
      fault(
        'the New York Fed restates a rate',
        /^nyfed nyfed-rates .*\/sofr\//,
        '1 12:00',
        '7 00:00',
        { kind: 'spoilt', change: restated },
        { in: 'version', series: 'nyfed.SOFR', period: '2026-10-20' },
      ),
      fault(
        'the SEC refuses for two hours: request rate',
        /^sec /,
        '4 15:00',
        '4 17:00',
        { kind: 'refusal', status: 403, body: threshold },
        { in: 'alert', subject: 'upstream sec', says: /UPSTREAM_REFUSED .*more requests than it allows \(HTTP 403\)/ },
      ),
      fault(
        'a share on Stooq is split without notice',
        /^stooq .*[?&]s=spy\.us\b/,
        '4 21:00',
        '5 01:00',
        {
          kind: 'spoilt',
          type: 'text/csv',
          change: asStooq('Date,Open,High,Low,Close,Volume', (close, day) => (day >= dayOf(4) ? close / 2 : close)),
        },
        { in: 'status', feed: 'stooq-daily', says: /rows in quarantine/ },
      ),
      fault('FRED answers from another address', /^fred /, '4 00:00', '5 00:00', { kind: 'moved' }, { in: 'nothing' }),
      fault(
        'the Treasury breaks off in the middle of its yields',
        /^treasury treasury-par-curve /,
        '4 22:00',
        '5 00:30',
        { kind: 'torn' },
        { in: 'alert', subject: 'feed treasury-par-curve', says: /incomplete response/ },
      ),
      fault(
        'the SEC says with status 200 that the rate was exceeded',
        /^sec sec-current /,
        '5 15:00',
        '5 17:00',
        { kind: 'refusal', status: 200, body: threshold },
        { in: 'alert', subject: 'upstream sec', says: /UPSTREAM_REFUSED .*more requests than it allows \(HTTP 200\)/ },
      ),
      fault(
        'Stooq wants a proof of work, with status 200',
        /^stooq /,
        '5 22:00',
        '6 00:00',
        { kind: 'refusal', status: 200, body: proofOfWork },
        { in: 'alert', subject: 'upstream stooq', says: /UPSTREAM_REFUSED .*a check for people \(HTTP 200\)/ },
      ),
      delaying(
        /crude|gasoline|distillate|refinery|petroleum|oil|gas|energy|commodit|briefing\/(btc|cross|macro)\./,
        fault(
          'the EIA is not reached when its petroleum report is due',
          /^eia /,
          '6 15:00',
          '6 17:00',
          { kind: 'cut' },
          { in: 'alert', subject: 'feed eia-weekly', says: /could not be reached/ },
          { in: 'document', place: 'metric/crude-stocks', lateSince: '2026-11-04T15:30:00Z' },
          { in: 'status', feed: 'eia-weekly', says: /late since 2026-11-04T15:30:00Z/ },
        ),
      ),
    ],
  }
}

/** Saturday to Friday over the leap day, without faults. */
const leap: Week = { id: 'leap', from: '2028-02-26', days: 7, faults: [] }

export const weeks: readonly Week[] = [autumn(), leap]
