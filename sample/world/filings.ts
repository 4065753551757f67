import { dayMs, dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { businessDayFrom } from '../../pipeline/time/holiday.ts'
import { type Issuer, issuerOf, type Registrant } from './issuers.ts'
import { networkDay, wholeCents } from './network.ts'
import { noiseSeedOf, uniformNoise } from './noise.ts'
import { type Reporter, reporterOf } from './reporters.ts'
import { quarterEnd } from './statements.ts'

/** What a company says of one period (day numbers, both included). Coins in hundredths: printed whole, some sums miss by one as real ones do. */
export interface HoldingUpdate {
  readonly from: number
  readonly to: number
  readonly boughtHundredths: number
  readonly costUsd: number
  readonly heldHundredths: number
  readonly heldCostUsd: number
}

/** How its documents are laid out: each of a programme's first years has its own, the last one stays. */
export type FilingLayout = 'sentences' | 'units in cells' | 'units in headers' | 'inline XBRL'

export interface Filing {
  readonly accession: string
  readonly form: '8-K' | '6-K' | '10-Q' | '10-K' | '10-K/A' | 'NT 10-K' | '4'
  /** As the index spells them: `7.01,8.01`. */
  readonly items: string
  /** Day number. */
  readonly filed: number
  /** New York time of acceptance. */
  readonly clock: string
  /** Day number. */
  readonly reported: number
  readonly document: string
  readonly layout: FilingLayout
  /** What it says of bitcoin: nothing, one period, or two. */
  readonly updates: readonly HoldingUpdate[]
  /** The fiscal period of a report with whole statements, and of results. */
  readonly fiscal?: { readonly year: number; readonly quarter: number }
}

const layouts = ['sentences', 'units in cells', 'units in headers', 'inline XBRL'] as const
/** Weeks from one update to the next: one of these. */
const gaps = [1, 4, 6, 8, 11] as const
/** Programme years are whole weeks long, so that each begins on a report's Monday. */
const programmeYear = 364
/** Last digit of an accession number. */
const kinds = {
  update: 0,
  notice: 1,
  periodic: 2,
  loan: 3,
  results: 4,
  event: 5,
  amendment: 6,
  outlook: 7,
  sale: 8,
  purchase: 9,
} as const

type What = Pick<Filing, 'form' | 'clock'> & Partial<Filing>

/** A filing on the first business day from `day` on. Companies keep the name of a document for a quarter: the accession number is the key. */
function filing({ cik, ticker }: Registrant, kind: keyof typeof kinds, day: number, what: What): Filing {
  const filed = businessDayFrom(day, 'us-federal')
  const { reported = filed } = what
  const [year = '', month] = isoDay(kind === 'periodic' ? reported : filed).split('-')
  const filedYear = isoDay(filed).slice(0, 4)
  const dayOfYear = filed - dayNumber(`${filedYear}-01-01`)! + 1
  const firstMonth = String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')
  return {
    accession: `${cik}-${filedYear.slice(2)}-${String(dayOfYear * 10 + kinds[kind]).padStart(6, '0')}`,
    document: `${ticker.toLowerCase()}-${year}${firstMonth}02.htm`,
    ...{ filed, reported, items: '', layout: 'inline XBRL', updates: [] },
    ...what,
  }
}

function meanPrice(from: number, to: number): number {
  let sum = 0
  for (let at = from; at <= to; at++) sum += wholeCents(networkDay(at).price)
  return sum / (to - from + 1)
}

/** Purchases of one period after another; `must` rules out a period without one. */
function buyer(row: Issuer, start: number): (to: number, must: boolean) => HoldingUpdate {
  const seed = noiseSeedOf(row.cik)
  let before = start - 8
  let heldHundredths = row.opening.bitcoin * 100
  let heldCostUsd = row.opening.costUsd
  return (to, must) => {
    const from = before + 1
    const none = !must && uniformNoise(seed + 1, to) < 0.18
    const budget = none ? 0 : (row.weeklyUsd * (to - from + 1) * (0.4 + 1.2 * uniformNoise(seed + 2, to))) / 7
    const price = meanPrice(from, to) * (0.99 + 0.02 * uniformNoise(seed + 3, to))
    const grain = uniformNoise(seed + 6, to) < 0.3 ? 1 : 100
    const boughtHundredths = Math.round(((budget / price) * 100) / grain) * grain
    const costUsd = Math.round((boughtHundredths / 100) * price)
    before = to
    heldHundredths += boughtHundredths
    heldCostUsd += costUsd
    return { from, to, boughtHundredths, costUsd, heldHundredths, heldCostUsd }
  }
}

/**
 * Current reports without end, in order: an update every few weeks on a Monday (a holiday's Tuesday), and once a programme year two days
 * later a notice that states no count. The first update over a New Year in the last layout tells both years apart, in two tables.
 */
function* currentReports(row: Issuer): Generator<Filing, never> {
  const seed = noiseSeedOf(row.cik)
  const start = dayNumber(row.firstReport)!
  const buy = buyer(row, start)
  let toldApart = false
  let noticed = 0
  for (let round = 0, monday = start, before = start - 8; ; round++) {
    const year = Math.floor((monday - start) / programmeYear)
    const layout = layouts[Math.min(year, layouts.length - 1)]!
    const seconds = String(5 + Math.floor(50 * uniformNoise(seed + 4, round))).padStart(2, '0')
    const newYear = dayNumber(`${isoDay(before + 1).slice(0, 4)}-12-31`)!
    const apart = !toldApart && layout === 'inline XBRL' && newYear < monday - 1
    if (apart) toldApart = true
    yield filing(row, 'update', monday, {
      form: '8-K',
      items: layout === 'sentences' ? '8.01' : '7.01,8.01',
      clock: `08:00:${seconds}`,
      layout,
      updates: apart ? [buy(newYear, true), buy(monday - 1, true)] : [buy(monday - 1, round === 0)],
    })
    if (year >= noticed && round % 4 === 3) {
      noticed = year + 1
      yield filing(row, 'notice', monday + 2, { form: '8-K', items: '8.01', clock: `16:10:${seconds}`, layout })
    }
    before = monday - 1
    monday += 7 * gaps[Math.floor(uniformNoise(seed + 5, round) * gaps.length)]!
  }
}

/** Quarterly and annual reports without end, in order. */
function* periodicReports(row: Issuer): Generator<Filing, never> {
  const firstYear = Number(row.firstReport.slice(0, 4))
  for (let quarter = 0; ; quarter++) {
    const reported = Date.UTC(firstYear, 12 + quarter * 3, 0) / dayMs
    const [form, days] = quarter % 4 === 0 ? (['10-K', 55] as const) : (['10-Q', 38] as const)
    yield filing(row, 'periodic', reported + days, { form, clock: '16:31:12', reported })
  }
}

/** Business updates of a foreign company without end, one a quarter. */
function* foreignReports(row: Issuer): Generator<Filing, never> {
  for (let monday = dayNumber(row.firstReport)!; ; monday += 91)
    yield filing(row, 'update', monday, { form: '6-K', clock: '07:30:15', layout: 'sentences' })
}

/**
 * An outlook, results, the report of each fiscal quarter and two forms 4 after it without end, in order; after an annual report its amendment. The outlook comes so
 * late that the last 120 days always have an outlook for a reported quarter, except in a late year. Each third quarter has an exit, whose
 * costs the report settles.
 */
function* statementReports(row: Reporter): Generator<Filing, never> {
  for (let year = row.firstYear; ; year++)
    for (let quarter = 1; quarter <= 4; quarter++) {
      const { late, restatement } = row
      const reported = quarterEnd(row, year, quarter)
      const isLate = quarter === 4 && late?.year === year
      const days = quarter < 4 ? 38 : isLate ? late.days : 55
      const what = { reported, fiscal: { year, quarter }, clock: '16:31:12' }
      if (quarter === 3) yield filing(row, 'event', reported + 20, { form: '8-K', items: '2.05', clock: '16:10:40' })
      yield filing(row, 'outlook', reported + 30, { ...what, form: '8-K', items: '7.01', clock: '08:00:10' })
      // due after 60 days, notice on the next
      if (isLate) yield filing(row, 'event', reported + 61, { form: 'NT 10-K', reported, clock: '16:20:02' })
      yield filing(row, 'results', reported + days - 3, { ...what, form: '8-K', items: '2.02,9.01', clock: '16:05:10' })
      yield filing(row, 'periodic', reported + days, { ...what, form: quarter < 4 ? '10-Q' : '10-K' })
      const insider = { form: '4', document: 'form4.xml', clock: '18:05:20' } as const
      yield filing(row, 'sale', reported + days + 4, insider)
      yield filing(row, 'purchase', reported + days + 6, insider)
      if (quarter === 4 && restatement?.year === year)
        yield filing(row, 'amendment', dayNumber(restatement.day)!, { ...what, form: '10-K/A' })
    }
}

/** All filings of a company with whole statements up to a day. */
function filedStatements(row: Reporter): (day: number) => Filing[] {
  const reports = remembered(statementReports(row))
  const events = row.events.map(({ day, items }) =>
    filing(row, 'event', dayNumber(day)!, { form: '8-K', items, clock: '16:10:40' }),
  )
  return (day) => [...reports(day), ...events.filter(({ filed }) => filed <= day)]
}

/** Filings of one sequence up to a day, made once in a process and as far as they have been asked for. */
function remembered(sequence: Generator<Filing, never>): (day: number) => Filing[] {
  const made: Filing[] = []
  return (day) => {
    while ((made.at(-1)?.filed ?? -1) <= day) made.push(sequence.next().value)
    return made.filter(({ filed }) => filed <= day)
  }
}

const sequences = new Map<string, (day: number) => Filing[]>()

/** All filings of a company up to a day. */
function sequenceOf(row: Issuer): (day: number) => Filing[] {
  if (row.files === 'foreign') return remembered(foreignReports(row))
  const periodic = remembered(periodicReports(row))
  const last = dayNumber(row.lastPeriod ?? '9998-12-31')!
  const reports = (day: number): Filing[] => periodic(day).filter(({ reported }) => reported <= last)
  if (!row.currentReports) return reports
  const current = remembered(currentReports(row))
  // each periodic report is followed by one of a short loan, paid back before the next balance sheet day
  const loan = (report: Filing): Filing =>
    filing(row, 'loan', report.filed + 3, { form: '8-K', items: '1.01,2.03', clock: '16:10:40' })
  return (day) => [
    ...current(day),
    ...reports(day)
      .map(loan)
      .filter(({ filed }) => filed <= day),
    ...reports(day),
  ]
}

/** Filings of an invented company (ten-digit CIK) filed on or before `day`, newest first; none for a company that is not invented. */
export function filingsOf(cik: string, day: number): Filing[] {
  const [row, reporter] = [issuerOf(cik), reporterOf(cik)]
  const filings = sequences.get(cik) ?? (row ? sequenceOf(row) : reporter && filedStatements(reporter))
  if (!filings) return []
  sequences.set(cik, filings)
  return filings(day).sort((a, b) => b.filed - a.filed)
}

/** Coins on a balance sheet: those of the newest update whose period had ended by then, or those the company always has. */
export function coinsHeldOn({ cik, report }: Issuer, day: number): number {
  if (report !== null && report.bitcoin !== 'as reported') return report.bitcoin
  return Math.round((newestUpdate(cik, day)?.heldHundredths ?? 0) / 100)
}

/** What those bitcoins cost, whole dollars; null for an issuer that only its reports count. */
export function coinCostOn({ cik, report }: Issuer, day: number): number | null {
  if (report !== null && report.bitcoin !== 'as reported') return null
  return newestUpdate(cik, day)?.heldCostUsd ?? null
}

function newestUpdate(cik: string, day: number): HoldingUpdate | undefined {
  const updates = filingsOf(cik, day + 120).flatMap((filing) => filing.updates)
  return updates.filter(({ to }) => to <= day).sort((a, b) => b.to - a.to)[0]
}
