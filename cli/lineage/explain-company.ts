import { homeAt } from '../../activities/home.ts'
import { lines } from '../../data/companies/lines.ts'
import { shapeOf } from '../../data/companies/shapes.ts'
import { explainedFigure } from '../../pipeline/companies/figures/explained.ts'
import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { dayNumber, dayOf, isoDay } from '../../pipeline/time/day.ts'
import { factsRecording, versionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { listedAs, listingsOf } from '../../pipeline/warehouse/companies/listings.ts'
import { openMarket } from '../../pipeline/warehouse/market.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { tableLines } from '../print.ts'
import { unknown } from '../unknown.ts'

/** A figure of a company as known on a day, with every value it has had until then. */
export interface CompanyExplanation {
  readonly company: string
  readonly name: string
  readonly line: string
  readonly period: string
  readonly start: string | null
  readonly end: string
  readonly as_of: string
  readonly value: number
  readonly unit: string
  readonly concept: string
  readonly filing: string
  /** How it follows from filed values; null where it is filed. */
  readonly derived: string | null
  /** Values filed for the period, the first at the top; none for a value that is derived. */
  readonly versions: readonly { readonly value: number; readonly filed: string; readonly form: string; readonly filing: string }[]
  readonly recording: { readonly id: string; readonly url: string; readonly at: string }
}

/**
 * The figure of a line in a fiscal period (`FY2025`, `FY2025 Q4`) as known at the end of a day, of the company at an address.
 * Throws `InputError` for an unknown company, line or period; `NotFoundError` where the figure is not served, with the reason.
 */
export async function companyExplanation(
  folder: string,
  [address, line, period]: readonly [string, string, string],
  date: string | undefined,
  clock: number,
): Promise<CompanyExplanation> {
  const day = dayNumber(date ?? isoDay(dayOf(clock)))
  if (day === null) throw new InputError('DATE', `"${date}" is not a day; write it as YYYY-MM-DD`)
  const row = lines.find((each) => each.line === line)
  if (row === undefined)
    throw unknown('LINE', line, {
      kind: 'line',
      names: lines.map((each) => each.line),
      shownBy: inWarehouse('SELECT DISTINCT line FROM company_line'),
    })
  const store = await openMarket(homeAt(folder).market)
  try {
    const { company, name } = await companyAt(store, address)
    const versions = (await versionsOf(store, [company])).get(company)!
    const [issuer] = await issuersOf(store, [company])
    const explained = explainedFigure(versions, { company, shape: shapeOf(issuer!, versions), line: row.line, period, day })
    if ('periods' in explained)
      throw explained.periods.length === 0
        ? new NotFoundError(
            'NOT_KNOWN',
            `no fiscal year or quarter of ${name} was known on ${isoDay(day)}: its reports of that time have none, or are not loaded`,
          )
        : unknown('PERIOD', period, { kind: 'period', names: explained.periods })
    const asked = explained.period
    if ('why' in explained)
      throw new NotFoundError(
        'NOT_SERVED',
        `${name} has no ${line} for ${asked.label}, as known on ${isoDay(day)}: ${explained.why}`,
      )
    const { from, to, unit, value, concept, filing, derived } = explained.figure
    return {
      ...{
        company,
        name,
        line,
        period: asked.label,
        start: from === null ? null : isoDay(from),
        end: isoDay(to),
        as_of: isoDay(day),
      },
      ...{ value, unit, concept, filing, derived },
      versions: explained.versions.map((each) => ({
        ...{ value: each.value, filed: isoDay(each.known), form: each.form, filing: each.filing },
      })),
      recording: await factsRecording(store, { company, filing, concept }),
    }
  } finally {
    await store.close()
  }
}

/** How to see all of something in the warehouse, as docs/analysts.md opens it. */
const inWarehouse = (sql: string): string => `duckdb -readonly var/market.duckdb "${sql}"`

/** The company at an address. Throws `InputError` where no list of companies has it, `NotFoundError` without any list. */
async function companyAt(store: Store, address: string): Promise<{ company: string; name: string }> {
  const listed = await listingsOf(store)
  if (listed.length === 0) throw new NotFoundError('NOT_KNOWN', 'no list of companies has been read; run: briefing refresh')
  const match = listedAs(listed, address)
  if (match !== undefined) return { company: match.company, name: match.name }
  throw unknown('COMPANY', address, {
    kind: 'company',
    names: listed.map((each) => each.code),
    shownBy: inWarehouse('SELECT code, name FROM listing WHERE to_day IS NULL'),
  })
}

export function companyExplanationLines(explained: CompanyExplanation): string[] {
  const { name, line, period, start, end, as_of, value, unit, concept, filing, derived, versions, recording } = explained
  const amount = (each: number) => `${each.toLocaleString('en-GB', { maximumFractionDigits: 8 })} ${unit}`
  return [
    `${name}: ${line}, ${period} (${start === null ? '' : `${start} to `}${end}), as known at the end of ${as_of}`,
    `${amount(value)}${derived === null ? '' : `, ${derived}`}`,
    `filed as ${concept} in ${filing}`,
    ...(versions.length === 0
      ? []
      : tableLines(
          ['filed', 'form', 'value', 'filing'],
          versions.map((each) => [each.filed, each.form, amount(each.value), each.filing]),
        )),
    `from recording ${recording.id}, ${recording.url}, made ${recording.at}`,
  ]
}
