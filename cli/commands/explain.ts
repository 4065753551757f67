import { keptSeriesIds } from '../../activities/compute/known.ts'
import { lines } from '../../data/companies/lines.ts'
import { shapeOf } from '../../data/companies/shapes.ts'
import { metricByName, metricRows } from '../../data/metrics.ts'
import { explainedFigure } from '../../pipeline/companies/figures/explained.ts'
import { dayView, nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { metricEvaluator } from '../../pipeline/formulas/evaluate.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { asOfMoment, dayNumber, dayOf, endOfDay, isoDay } from '../../pipeline/time/day.ts'
import { asKnownAt, type Column } from '../../pipeline/values/column.ts'
import { factsRecording, lineVersionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { companyAtAddress, listingsOf } from '../../pipeline/warehouse/companies/listings.ts'
import { valueVersions } from '../../pipeline/warehouse/explain.ts'
import { laterVintages, readVersions } from '../../pipeline/warehouse/observations.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { residentDocument } from '../../server/editions/stored-document.ts'
import { declare, home, lockedMarketText, noHomeText } from '../command.ts'
import { dateOption } from '../day-and-time.ts'
import { exits } from '../exit.ts'
import { currentEdition } from '../home-folder.ts'
import { isVerifiedSource, lineageLines, lineageTracer, sourceValuesOf } from '../lineage/lineage.ts'
import { analystCopyHome, isSampleStore, queryAnalystCopy } from '../market.ts'
import { openBlobs } from '../open-blobs.ts'
import { print, tableLines } from '../print.ts'

import { unknown } from '../unknown.ts'

export type Explanation = Awaited<ReturnType<typeof explanationOf>>

/**
 * The figure of a metric as known at the end of a day (default: the day of the current edition), traced to its recordings. Throws
 * `InputError` for an unknown metric or an invalid day, `NotFoundError` if no value was known.
 */
export async function explanationOf(
  folder: string,
  metric: string,
  date: string | undefined,
  clock: number,
  blobs: Blobs = folderBlobs(folder),
) {
  const row = metricByName.get(metric)
  if (!row)
    throw unknown('METRIC', metric, {
      kind: 'metric',
      names: metricRows.map((each) => each.metric),
      shownBy: 'briefing status --all',
    })
  const view = await currentEdition(blobs)
  const day = dateOption(date ?? view?.manifest.as_of ?? isoDay(dayOf(clock)))
  return queryAnalystCopy(folder, async (store) => {
    const versions = await readVersions(store, keptSeriesIds)
    const sample = await isSampleStore(store)
    const moment = asOfMoment(day)
    const loaded = { versions, vintages: await laterVintages(store), ...nothingFiled, sample }
    const reading = dayView(loaded, day, endOfDay(day)).reading(metric)
    if (!reading) throw new NotFoundError('NOT_KNOWN', `no value of ${metric} was known on ${isoDay(day)}; choose another --date`)
    const known = (name: string): Column | null => {
      const column = versions.get(name)
      return column ? asKnownAt(column, moment) : null
    }
    const lineage = lineageTracer({
      metric: metricEvaluator(known),
      series: known,
      versions: (name, period) => valueVersions(store, name, period),
      recordings: recordingStore(blobs),
      moment,
    })
    const made = await lineage(metric, dayNumber(reading.period)!)
    const stands = view?.manifest.as_of === isoDay(day)
    const document = stands ? residentDocument<{ value: number; period: string }>(view, `metric/${metric}`) : null
    const ends = sourceValuesOf(made)
    return {
      metric,
      as_of: isoDay(day),
      method_version: reading.method.version,
      sample,
      /** The figure in the current edition, if that is of this day; null else. */
      published: document && {
        ...{ value: document.value, period: document.period },
        same: document.value === reading.value && document.period === reading.period,
      },
      lineage: { ...made, value: reading.value },
      /** Series values the figure depends on, and how many of them were not found in bytes that match their recording. */
      ends: ends.length,
      unproven: ends.filter((end) => !isVerifiedSource(end)).length,
    }
  })
}

/**
 * `briefing explain METRIC`: traces a figure to its recordings; exit code 2 if a value is missing from the recorded bytes or the
 * published figure differs. `briefing explain COMPANY LINE PERIOD`: a line of its statements with every value filed for that period.
 */
export const command = declare({
  args: [
    ['<metric>', 'such as net-liquidity; or a company: its ticker, securities code or CIK'],
    ['[line]', 'a line of its statements, such as revenue'],
    ['[period]', 'its fiscal period, such as FY2025 or FY2025Q4'],
  ],
  options: [home, ['--date <day>', 'the figure as known at the end of this day (default: now)']],
  examples: ['explain net-liquidity', 'explain vix --date 2026-07-23', 'explain MSTR revenue FY2024'],
  trouble: `${noHomeText}, or a number was not found in its recording, or the current edition shows another figure`,
  unreachable: lockedMarketText,
  action: async ({ settings, global }, options, ...words) => {
    const folder = analystCopyHome(settings, options)
    const [name, line, period] = words
    if (line !== undefined) {
      if (period === undefined)
        throw new InputError('PERIOD', 'a line of a company is explained for a period, such as FY2025 or FY2025Q4')
      const explained = await companyExplanation(folder, [name, line, period], options.date, Date.now())
      return print(global, explained, companyExplanationLines(explained))
    }
    const explanation = await explanationOf(folder, name, options.date, Date.now(), await openBlobs(settings, folder))
    print(global, explanation, linesOf(explanation))
    process.exitCode = explanation.unproven > 0 || explanation.published?.same === false ? exits.dataTrouble : exits.fine
  },
})

function linesOf({ as_of, method_version, sample, published, lineage, ends, unproven }: Explanation): string[] {
  const lines = [`${sample ? 'SAMPLE DATA: ' : ''}as known at the end of ${as_of}, method ${method_version}`]
  lines.push(...lineageLines(lineage))
  if (published)
    lines.push(
      published.same
        ? 'the current edition shows the same value'
        : `the current edition shows ${published.value} for ${published.period}: newer rows have arrived; run "briefing refresh"`,
    )
  lines.push(
    unproven === 0
      ? `values found in recordings whose sha-256 matches: ${ends} of ${ends}`
      : `values found in recordings whose sha-256 matches: ${ends - unproven} of ${ends}; to check the stored bytes: briefing doctor`,
  )
  return lines
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
) {
  const day = dateOption(date ?? isoDay(dayOf(clock)))
  const row = lines.find((each) => each.line === line)
  if (row === undefined)
    throw unknown('LINE', line, {
      kind: 'line',
      names: lines.map((each) => each.line),
      shownBy: inWarehouse('SELECT DISTINCT line FROM company_line'),
    })
  return queryAnalystCopy(folder, async (store) => {
    const { company, name } = await companyAt(store, address)
    const versions = (await lineVersionsOf(store, [company])).get(company)!
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
      ...{ company, name, line, period: asked.label, start: from === null ? null : isoDay(from), end: isoDay(to) },
      ...{ as_of: isoDay(day), value, unit, concept, filing },
      /** How it follows from filed values; null where it is filed. */
      derived,
      /** Values filed for the period, the first at the top; none for a value that is derived. */
      versions: explained.versions.map((each) => ({
        ...{ value: each.value, filed: isoDay(each.known), form: each.form, filing: each.filing },
      })),
      recording: await factsRecording(store, { company, filing, concept }),
    }
  })
}

/** How to see all of something in the warehouse, as docs/analysts.md opens it. */
const inWarehouse = (sql: string): string => `duckdb -readonly var/market.duckdb "${sql}"`

/** The company at an address. Throws `InputError` where no list of companies has it, `NotFoundError` without any list. */
async function companyAt(store: Store, address: string): Promise<{ company: string; name: string }> {
  const listed = await listingsOf(store)
  if (listed.length === 0) throw new NotFoundError('NOT_KNOWN', 'no list of companies has been read; run: briefing refresh')
  const match = companyAtAddress(listed, address)
  if (match !== null) return { company: match.company, name: match.name }
  throw unknown('COMPANY', address, {
    kind: 'company',
    names: listed.map((each) => each.code),
    shownBy: inWarehouse('SELECT code, name FROM listing WHERE to_day IS NULL'),
  })
}

export function companyExplanationLines(explained: Awaited<ReturnType<typeof companyExplanation>>): string[] {
  const { name, line, period, start, end, as_of, value, unit, concept, filing, derived, versions, recording } = explained
  const amount = (each: number) => `${each.toLocaleString('en-GB', { maximumFractionDigits: 8 })} ${unit}`
  const rows = versions.map((each) => [each.filed, each.form, amount(each.value), each.filing])
  return [
    `${name}: ${line}, ${period} (${start === null ? '' : `${start} to `}${end}), as known at the end of ${as_of}`,
    `${amount(value)}${derived === null ? '' : `, ${derived}`}`,
    `filed as ${concept} in ${filing}`,
    ...(rows.length === 0 ? [] : tableLines(['filed', 'form', 'value', 'filing'], rows)),
    `from recording ${recording.id}, ${recording.url}, made ${recording.at}`,
  ]
}
