import { homeAt } from '../../activities/home.ts'
import { metricByName, metricRows } from '../../data/metrics.ts'
import { keptSeries } from '../../data/series.ts'
import { dayView, nothingFiled } from '../../pipeline/analysis/days/day-view.ts'
import { evaluator } from '../../pipeline/analysis/formulas/evaluate.ts'
import { asKnownAt, type Column } from '../../pipeline/column.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { recordingStore } from '../../pipeline/source/recordings/store.ts'
import { folderBlobs } from '../../pipeline/source/store/folder.ts'
import { asOfMoment, dayNumber, dayOf, endOfDay, isoDay } from '../../pipeline/time/day.ts'
import { valueVersions } from '../../pipeline/warehouse/explain.ts'
import { openMarket } from '../../pipeline/warehouse/market.ts'
import { laterVintages, readVersions } from '../../pipeline/warehouse/observations.ts'
import { sampleOrReal } from '../../pipeline/warehouse/recordings.ts'
import { declare, type Given, home, noHome } from '../command.ts'
import { exits } from '../exit.ts'
import { homeOf } from '../home-folder.ts'
import { companyExplanation, companyExplanationLines } from '../lineage/explain-company.ts'
import { endsOf, isProven, type Lineage, lineageOf } from '../lineage/lineage.ts'
import { lineageLines } from '../lineage/lineage-lines.ts'
import { print } from '../print.ts'
import type { Settings } from '../settings.ts'
import { unknown } from '../unknown.ts'

const options = [home, ['--date <day>', 'the figure as known at the end of this day (default: now)']] as const

type Options = Given<typeof options>

export interface Explanation {
  readonly metric: string
  readonly as_of: string
  readonly method_version: string
  readonly sample: boolean
  /** The figure in the current edition, if that is of this day; null else. */
  readonly published: { readonly value: number; readonly period: string; readonly same: boolean } | null
  readonly lineage: Lineage
  /** Series values the figure depends on, and how many of them were not found in bytes that match their recording. */
  readonly ends: number
  readonly unproven: number
}

/**
 * The figure of a metric as known at the end of a day (that of the current edition when none is given), down to the recordings.
 * Throws `InputError` for a metric or day that is none, `NotFoundError` where nothing was known.
 */
export async function explanationOf(
  folder: string,
  metric: string,
  date: string | undefined,
  clock: number,
): Promise<Explanation> {
  const row = metricByName.get(metric)
  if (!row)
    throw unknown('METRIC', metric, {
      kind: 'metric',
      names: metricRows.map((each) => each.metric),
      shownBy: 'briefing status --all',
    })
  const blobs = folderBlobs(folder)
  const reader = await openReader(blobs, { pollMs: 60_000, log: { info: () => undefined, warn: () => undefined } })
  const view = reader.current()
  reader.close()
  const day = dayNumber(date ?? view?.manifest.as_of ?? isoDay(dayOf(clock)))
  if (day === null) throw new InputError('DATE', `"${date}" is not a day; write it as YYYY-MM-DD`)
  const store = await openMarket(homeAt(folder).market)
  try {
    const versions = await readVersions(
      store,
      keptSeries.map(({ id }) => id),
    )
    const sample = (await sampleOrReal(store)) === 'sample'
    const moment = asOfMoment(day)
    const reading = dayView(
      { versions, vintages: await laterVintages(store), ...nothingFiled, sample },
      day,
      endOfDay(day),
    ).reading(metric)
    if (!reading) throw new NotFoundError('NOT_KNOWN', `no value of ${metric} was known on ${isoDay(day)}; choose another --date`)
    const known = (name: string): Column | null => {
      const column = versions.get(name)
      return column ? asKnownAt(column, moment) : null
    }
    const lineage = lineageOf({
      metric: evaluator(known),
      series: known,
      versions: (name, period) => valueVersions(store, name, period),
      recordings: recordingStore(blobs),
      moment,
    })
    const made = await lineage(metric, dayNumber(reading.period)!)
    const stored = view && view.manifest.as_of === isoDay(day) ? view.resident(`metric/${metric}`, 'json') : null
    const document = stored ? (JSON.parse(stored.plain.toString('utf8')) as { value: number; period: string }) : null
    const ends = endsOf(made)
    return {
      metric,
      as_of: isoDay(day),
      method_version: reading.method.version,
      sample,
      published: document && {
        value: document.value,
        period: document.period,
        same: document.value === reading.value && document.period === reading.period,
      },
      lineage: { ...made, value: reading.value },
      ends: ends.length,
      unproven: ends.filter((end) => !isProven(end)).length,
    }
  } finally {
    await store.close()
  }
}

/**
 * `briefing explain METRIC`: from the figure to the recordings; exit code 2 when it cannot be followed to their bytes, or is not what is
 * published. `briefing explain COMPANY LINE PERIOD`: a line of its statements with every value filed for that period.
 */
export async function explain(
  settings: Settings,
  words: readonly [string, string | undefined, string | undefined],
  options: Options,
  global: { json?: boolean },
): Promise<void> {
  const folder = homeOf(settings, options)
  const [name, line, period] = words
  if (line !== undefined) {
    if (period === undefined)
      throw new InputError('PERIOD', 'a line of a company is explained for a period, such as FY2025 or FY2025Q4')
    const explained = await companyExplanation(folder, [name, line, period], options.date, Date.now())
    return print(global, explained, companyExplanationLines(explained))
  }
  const explanation = await explanationOf(folder, name, options.date, Date.now())
  print(global, explanation, linesOf(explanation))
  process.exitCode = explanation.unproven > 0 || explanation.published?.same === false ? exits.dataTrouble : exits.fine
}

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

export const command = declare({
  args: [
    ['<metric>', 'such as net-liquidity; or a company: its ticker, securities code or CIK'],
    ['[line]', 'a line of its statements, such as revenue'],
    ['[period]', 'its fiscal period, such as FY2025 or FY2025Q4'],
  ],
  options,
  examples: ['explain net-liquidity', 'explain vix --date 2026-07-23', 'explain MSTR revenue FY2024'],
  trouble: `${noHome}, or a number was not found in its recording, or the current edition shows another figure`,
  action: ({ settings, global }, options, ...words) => explain(settings(), words, options, global()),
})
