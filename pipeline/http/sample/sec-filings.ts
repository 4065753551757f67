import { companyById } from '../../../data/companies.ts'
import { type SampleProgramme, sampleProgrammes } from '../../../data/sample-filings.ts'
import { dayMs, dayNumber, isoDay } from '../../calendar/day.ts'
import { businessDayFrom } from '../../calendar/holiday.ts'
import { cents } from './coinmetrics-columns.ts'
import { networkDay } from './network.ts'
import { seedOf, uniform } from './noise.ts'

/** What a company says of one period (day numbers, both included). Coins in hundredths: printed whole, some sums miss by one as real ones do. */
export interface Update {
  readonly from: number
  readonly to: number
  readonly boughtHundredths: number
  readonly costUsd: number
  readonly heldHundredths: number
  readonly heldCostUsd: number
}

/** How its documents are laid out: each of a programme's first years has its own, the last one stays. */
export type Layout = 'sentences' | 'units in cells' | 'units in headers' | 'inline XBRL'

export interface SampleFiling {
  readonly accession: string
  readonly form: '8-K' | '6-K' | '10-Q' | '10-K'
  /** As the index spells them: `7.01,8.01`. */
  readonly items: string
  /** Day number. */
  readonly filed: number
  /** New York time of acceptance. */
  readonly clock: string
  /** Day number. */
  readonly reported: number
  readonly document: string
  readonly layout: Layout
  /** What it says of bitcoin: nothing, one period, or two. */
  readonly updates: readonly Update[]
}

const layouts = ['sentences', 'units in cells', 'units in headers', 'inline XBRL'] as const
/** Weeks from one update to the next: one of these. */
const gaps = [1, 4, 6, 8, 11] as const
/** Programme years are whole weeks long, so that each begins on a report's Monday. */
const programmeYear = 364

function accession(cik: string, filed: number, kind: number): string {
  const iso = isoDay(filed)
  const dayOfYear = filed - dayNumber(`${iso.slice(0, 4)}-01-01`)! + 1
  return `${cik}-${iso.slice(2, 4)}-${String(dayOfYear * 10 + kind).padStart(6, '0')}`
}

/** Companies keep the name of a document for weeks: the accession number is the key, not the name. */
function documentName(cik: string, filed: number): string {
  const ticker = companyById(`us:${cik}`)!.ticker.toLowerCase()
  const iso = isoDay(filed)
  const quarter = Math.floor((Number(iso.slice(5, 7)) - 1) / 3)
  return `${ticker}-${iso.slice(0, 4)}${String(quarter * 3 + 1).padStart(2, '0')}02.htm`
}

function meanPrice(from: number, to: number): number {
  let sum = 0
  for (let at = from; at <= to; at++) sum += cents(networkDay(at).price)
  return sum / (to - from + 1)
}

/** Purchases of one period after another; `must` rules out a period without one. */
function buyer(row: SampleProgramme, start: number): (to: number, must: boolean) => Update {
  const seed = seedOf(row.cik)
  let before = start - 8
  let heldHundredths = row.opening.bitcoin * 100
  let heldCostUsd = row.opening.costUsd
  return (to, must) => {
    const from = before + 1
    const none = !must && uniform(seed + 1, to) < 0.18
    const budget = none ? 0 : (row.weeklyUsd * (to - from + 1) * (0.4 + 1.2 * uniform(seed + 2, to))) / 7
    const price = meanPrice(from, to) * (0.99 + 0.02 * uniform(seed + 3, to))
    const grain = uniform(seed + 6, to) < 0.3 ? 1 : 100
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
function* currentReports(row: SampleProgramme): Generator<SampleFiling, never> {
  const seed = seedOf(row.cik)
  const start = dayNumber(row.firstReport)!
  const buy = buyer(row, start)
  let toldApart = false
  let noticed = 0
  for (let round = 0, monday = start, before = start - 8; ; round++) {
    const filed = businessDayFrom(monday, 'us-federal')
    const year = Math.floor((monday - start) / programmeYear)
    const layout = layouts[Math.min(year, layouts.length - 1)]!
    const seconds = String(5 + Math.floor(50 * uniform(seed + 4, round))).padStart(2, '0')
    const newYear = dayNumber(`${isoDay(before + 1).slice(0, 4)}-12-31`)!
    const apart = !toldApart && layout === 'inline XBRL' && newYear < monday - 1
    if (apart) toldApart = true
    yield {
      accession: accession(row.cik, filed, 0),
      form: '8-K',
      items: layout === 'sentences' ? '8.01' : '7.01,8.01',
      filed,
      clock: `08:00:${seconds}`,
      reported: filed,
      document: documentName(row.cik, filed),
      layout,
      updates: apart ? [buy(newYear, true), buy(monday - 1, true)] : [buy(monday - 1, round === 0)],
    }
    if (year >= noticed && round % 4 === 3) {
      noticed = year + 1
      const later = businessDayFrom(monday + 2, 'us-federal')
      yield {
        accession: accession(row.cik, later, 1),
        form: '8-K',
        items: '8.01',
        filed: later,
        clock: `16:10:${seconds}`,
        reported: later,
        document: documentName(row.cik, later),
        layout,
        updates: [],
      }
    }
    before = monday - 1
    monday += 7 * gaps[Math.floor(uniform(seed + 5, round) * gaps.length)]!
  }
}

/** Quarterly and annual reports without end, in order. */
function* periodicReports(row: SampleProgramme): Generator<SampleFiling, never> {
  const firstYear = Number(row.firstReport.slice(0, 4))
  for (let quarter = 0; ; quarter++) {
    const end = Date.UTC(firstYear, 12 + quarter * 3, 0) / dayMs
    const annual = quarter % 4 === 0
    const filed = businessDayFrom(end + (annual ? 55 : 38), 'us-federal')
    yield {
      accession: accession(row.cik, filed, 2),
      form: annual ? '10-K' : '10-Q',
      items: '',
      filed,
      clock: '16:31:12',
      reported: end,
      document: documentName(row.cik, end),
      layout: 'inline XBRL',
      updates: [],
    }
  }
}

/** Business updates of a foreign company without end, one a quarter. */
function* foreignReports(row: SampleProgramme): Generator<SampleFiling, never> {
  for (let monday = dayNumber(row.firstReport)!; ; monday += 91) {
    const filed = businessDayFrom(monday, 'us-federal')
    yield {
      accession: accession(row.cik, filed, 0),
      form: '6-K',
      items: '',
      filed,
      clock: '07:30:15',
      reported: filed,
      document: documentName(row.cik, filed),
      layout: 'sentences',
      updates: [],
    }
  }
}

/** Filings of one sequence, made once in a process and as far as they have been asked for. */
function remembered(sequence: Generator<SampleFiling, never>): (day: number) => SampleFiling[] {
  const made: SampleFiling[] = []
  return (day) => {
    while ((made.at(-1)?.filed ?? -1) <= day) made.push(sequence.next().value)
    return made.filter((filing) => filing.filed <= day)
  }
}

/** The same filings without those of later periods. */
function upTo(lastPeriod: string | null, filings: (day: number) => SampleFiling[]): (day: number) => SampleFiling[] {
  if (lastPeriod === null) return filings
  return (day) => filings(day).filter(({ reported }) => reported <= dayNumber(lastPeriod)!)
}

/** The report of a short loan, three days after a periodic one; the loan is paid back before the next balance sheet day. */
function loanAfter(cik: string, report: SampleFiling): SampleFiling {
  const filed = businessDayFrom(report.filed + 3, 'us-federal')
  return {
    ...report,
    accession: accession(cik, filed, 3),
    form: '8-K',
    items: '1.01,2.03',
    filed,
    clock: '16:10:40',
    reported: filed,
    document: documentName(cik, filed),
  }
}

const programmes = new Map(
  sampleProgrammes.map((row: SampleProgramme) => [
    row.cik,
    {
      row,
      current:
        row.files === 'foreign'
          ? remembered(foreignReports(row))
          : row.currentReports
            ? remembered(currentReports(row))
            : () => [],
      periodic: row.files === 'foreign' ? () => [] : upTo(row.lastPeriod, remembered(periodicReports(row))),
    },
  ]),
)

export const programmeOf = (cik: string): SampleProgramme | null => programmes.get(cik)?.row ?? null

/** Filings of an invented company (ten-digit CIK) filed on or before `day`, newest first; none for a company that is not invented. */
export function filingsOf(cik: string, day: number): SampleFiling[] {
  const programme = programmes.get(cik)
  if (!programme) return []
  const periodic = programme.periodic(day)
  const loans = programme.row.currentReports
    ? periodic.map((report) => loanAfter(cik, report)).filter(({ filed }) => filed <= day)
    : []
  return [...programme.current(day), ...loans, ...periodic].sort((a, b) => b.filed - a.filed)
}
