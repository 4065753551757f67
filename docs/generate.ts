/**
 * Writes the tables of the docs that follow from the registries into their marked places:
 *
 *     tsx docs/generate.ts            brings every Markdown file of the project up to date
 *     tsx docs/generate.ts --check    changes nothing; exit code 1 naming the files that are stale
 *
 * A place begins with `<!-- generated: NAME -->` and ends with `<!-- end -->`; NAME is a member of `regions`.
 */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { measured } from '../bench/measured.ts'
import { saleItemsOfUpstream, upstreamTermsText } from '../cli/check/licences.ts'
import { rateLimitText } from '../cli/check/outside.ts'
import { briefingRows } from '../data/briefings.ts'
import { companyBlocks } from '../data/companies/blocks.ts'
import { lines } from '../data/companies/lines.ts'
import { situations } from '../data/companies/situations.ts'
import { type Company, companies, rosterOf } from '../data/companies.ts'
import { closedDays, type HolidayCalendar } from '../data/holidays.ts'
import { formulaWords } from '../data/metrics/formula-words.ts'
import { metricRows } from '../data/metrics.ts'
import { plans } from '../data/plans.ts'
import { prices } from '../data/prices.ts'
import { exceptionSources } from '../data/release-rules/sources.ts'
import { type ReleaseRule, releaseRules } from '../data/release-rules.ts'
import { type Series, series } from '../data/series.ts'
import { type Upstream, upstreams } from '../data/upstreams.ts'
import { briefingDefinitions } from '../pipeline/briefings/index.ts'
import { capitalised } from '../pipeline/briefings/story/names.ts'
import { ratioRows } from '../pipeline/companies/ratios.ts'
import { kinds } from '../pipeline/documents/index.ts'
import { placeOf } from '../pipeline/documents/kind.ts'
import { feeds } from '../pipeline/feeds/index.ts'
import { seriesOf } from '../pipeline/formulas/evaluate.ts'
import { readFrequencyText } from '../pipeline/time/cadence.ts'
import { openStore, select } from '../pipeline/warehouse/store.ts'
import rooms from './rooms.json' with { type: 'json' }

type Row = readonly (string | number)[]

const inventedSeries = new Set<string | null>(rosterOf(true).map(({ series: id }) => id))
const ofRealHomes = metricRows.filter(({ of }) => !of.some((id) => inventedSeries.has(id)))

/** Columns a text takes: two for a character of Chinese, Japanese or Korean, and for punctuation as wide. */
function widthOf(text: string): number {
  return text.length + text.replaceAll(/[^\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uff60]/gu, '').length
}

/** A Markdown table with its columns aligned, as the formatter wants it. */
function table(head: readonly string[], rows: readonly Row[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')))
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => widthOf(row[column]!))))
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell + ' '.repeat(widths[column]! - widthOf(cell))).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

const closedNames: Readonly<Partial<Record<HolidayCalendar, string>>> = {
  'us-federal': 'federal offices',
  'us-market': 'stock exchanges',
  'us-money-market': 'money market',
}
const code = (text: string | number): string => `\`${text}\``
const codes = (texts: readonly string[]): string => texts.map(code).join(', ')
const polarities = { higher_is_bullish: 'bullish', lower_is_bullish: 'bearish', none: 'neither' } as const

const formsOf = ({ market, foreign }: Company): string =>
  market === 'jp' ? 'EDINET reports' : foreign ? '20-F or 40-F, 6-K' : '10-K, 10-Q'
const named = (company: Company): string =>
  `${company.name}${rosterOf(true).includes(company) ? ' (invented, sample data only)' : ''}`

const { calibration, companies: scale, regime } = measured

/** Every generated table or line by name. */
export const regions = {
  'calibration-pools': () => {
    const { all, pooled, metrics } = calibration.histories
    return [
      `On ${all} recorded histories of five years and more, ${pooled} of them in the pool (the others are differences of them, or the same in another rhythm); ${metrics} have the unit, window and polarity of a metric, the others are judged as if a rise were good:`,
      table(['pool', 'scores', 'windows', 'skill over `base`', '95%', 'calibration error'], calibration.pools),
      'Said and held since 2015, by the size of the last 21 steps against three years:',
      table(['steps', 'all said', 'held', 'metrics said', 'held'], calibration.steps),
    ].join('\n\n')
  },
  states: () =>
    table(
      ['briefing', 'states', 'how it is judged', 'turning levels'],
      briefingDefinitions.map(({ id, state: { labels, words, noLevels } }) => [
        code(id),
        labels.join(', '),
        `${capitalised(words)}.`,
        noLevels === undefined ? 'yes' : `No: ${noLevels.charAt(0).toLowerCase()}${noLevels.slice(1)}`,
      ]),
    ),
  'signal-changes': () => {
    const { histories, median, ninth, lag } = calibration.changes
    return `On ${histories} daily histories a signal changes ${median} times a year in the median and ${ninth} times in the ninth decile, over the last five years; it follows a turn of prices (highest or lowest of 61 days, since 2006) ${lag} days late in the median.`
  },
  'regime-fit': () => `They were fitted on ${regime.fitted.days.toLocaleString('en-US')} days, from ${regime.fitted.from} on.`,
  'regime-worth': () =>
    [
      ...regime.labels.map(
        ({ since, changes, shares, differs }) =>
          `Since ${since}, to ${regime.until}, the label changed ${changes} times a year (${shares} of days); another regime was the most likely one on ${differs}.`,
      ),
      table(
        ['forecast', ...regime.labels.flatMap(({ since }) => [`Brier since ${since}`, 'calibration error'])],
        regime.forecasts,
      ),
      'For markets, and for recessions, the area under the curve:',
      table(
        [
          'told by',
          ...['Nasdaq 5% lower on a day of the next 30', 'a recession month (NBER)'].flatMap((event) =>
            regime.labels.map(({ since }) => `${event}, since ${since}`),
          ),
        ],
        regime.events,
      ),
    ].join('\n\n'),
  counts: () =>
    `${briefingRows.length} briefings and ${ofRealHomes.length} metrics, from ${feeds.length} feeds of ${upstreams.length} upstreams:`,
  briefings: () =>
    table(
      ['Briefing', 'Path', 'Tier', 'USD per call', 'Description'],
      briefingRows.map((row) => [code(row.id), code(row.path), row.tier, prices.briefing[row.tier], row.description]),
    ),
  kinds: () =>
    table(
      ['Kind', 'Places', 'Formats', 'Route', 'USD per call', 'Past days'],
      kinds.map((kind) => [
        kind.kind,
        code(placeOf(kind, kind.id.toUpperCase())),
        codes(kind.formats),
        kind.route === null ? 'no route' : code(kind.route.path),
        kind.route === null ? '' : (kind.route.price ?? 'open'),
        kind.archived ? 'kept' : 'no',
      ]),
    ),
  metrics: () =>
    table(
      ['Metric', 'Unit', 'Category', 'Cadence', 'A rise is', 'Formula', 'Description'],
      metricRows.map((row) => [
        code(row.metric),
        row.unit,
        row.category,
        row.cadence,
        polarities[row.polarity],
        formulaWords(row.formula, row.of.map(code)),
        row.description,
      ]),
    ),
  series: () =>
    table(
      ['Series', 'Upstream', 'Unit', 'Frequency', 'Published', 'Description'],
      [
        ...(series as readonly Series[])
          .filter(({ company }) => company === undefined)
          .map((row) => [
            code(row.id),
            row.upstream,
            row.unit,
            row.frequency,
            releaseRules.find(({ id }) => id === row.rule)!.title,
            row.title,
          ]),
        ...companies
          .filter((row) => row.series !== null)
          .map((row) => [code(row.series!), 'sec', 'BTC', 'as filed', 'when filed', `Bitcoin held by ${named(row)}`]),
      ],
    ),
  revised: () =>
    table(
      ['Series', 'Revised', 'Description', 'Metrics based on it'],
      (series as readonly Series[])
        .filter(({ revised }) => revised === 'annually' || revised === 'every release')
        .map(({ id, revised, title }) => [
          code(id),
          revised === 'annually' ? 'once a year' : 'with every release',
          title,
          codes(metricRows.map(({ metric }) => metric).filter((metric) => seriesOf(metric).includes(id))) || 'none',
        ]),
    ),
  exceptions: () =>
    table(
      ['Rule', 'Exceptions', 'Periods whose day no source gives', 'Sources'],
      (releaseRules as readonly ReleaseRule[])
        .filter(({ exceptions = [] }) => exceptions.length > 0)
        .map(({ id, exceptions = [] }) => [
          code(id),
          exceptions.length,
          exceptions.filter(({ unconfirmed }) => unconfirmed).length,
          [...new Set(exceptions.map(({ source }) => source))]
            .map((source) => `[${exceptionSources[source].says}](${exceptionSources[source].url})`)
            .join('; '),
        ]),
    ),
  closings: () =>
    table(
      ['Day', 'Why', 'Closed', 'Source'],
      closedDays.map(({ day, name, closed, source }) => [
        day,
        name,
        closed.map((calendar) => closedNames[calendar]).join(', '),
        source,
      ]),
    ),
  roster: () =>
    table(
      ['Ticker', 'Company', 'Country', 'Files', 'Issuer id', 'Filings checked by hand', 'Notes for reviewers'],
      companies.map((row) => [
        code(row.ticker),
        named(row),
        row.country,
        formsOf(row),
        code(row.id),
        row.reviewed.join(', ') || 'none',
        row.review,
      ]),
    ),
  'company-blocks': () =>
    table(
      ['Block', 'Path', 'USD per call', 'Contents'],
      [
        [
          'whole briefing',
          code('/api/companies/{company}'),
          `${prices.companyBlock} to ${prices.company}`,
          'Every block that the company has, at most the price of all singly.',
        ],
        ...companyBlocks.map(({ block, answers }) => [
          code(block),
          code(`/api/companies/{company}/${block}`),
          prices.companyBlock,
          answers,
        ]),
      ],
    ),
  'company-lines': () =>
    table(
      ['Line', 'Title', 'Statement', 'Forms of statements', 'Concepts, the first that a report states'],
      lines.map(({ line, title, statement, shapes, tags, parts = [] }) => [
        code(line),
        title,
        statement.replace('_', ' '),
        shapes?.join(', ') ?? 'all',
        [tags, ...parts]
          .filter(({ length }) => length > 0)
          .map(codes)
          .join(' + '),
      ]),
    ),
  'company-situations': () =>
    table(
      ['Situation', 'Title', 'Severity', 'On with', 'Off with'],
      situations.map(({ situation, title, severity, on, off }) => [code(situation), title, severity, on, off]),
    ),
  'company-ratios': () =>
    table(
      ['Ratio', 'Title', 'Block', 'Unit', 'Formula', 'Not for', 'Source'],
      ratioRows.map(({ ratio, title, block, unit, formula, not, only, source }) => [
        code(ratio),
        title,
        block,
        unit,
        formula,
        only === undefined ? (not?.shapes.join(', ') ?? '') : `all but ${only.join(', ')}`,
        source,
      ]),
    ),
  'company-scale': () =>
    [
      `Measured with ${scale.count.toLocaleString('en-US')} companies, the recorded ones with other figures:`,
      table(['What', 'Measured', 'Goal'], scale.rows),
    ].join('\n\n'),
  upstreams: () =>
    table(
      ['Upstream', 'Limit', 'Key or header', 'What a server gets', 'Resale', 'Terms', 'Notice'],
      (upstreams as readonly Upstream[]).map((row) => [
        `[${row.name}](${row.url})`,
        rateLimitText(row),
        keyOf(row),
        row.servers ? reading(row.servers) : `an answer${row.credential && !row.credential.optional ? ' with the setting' : ''}`,
        row.resale === 'licence' ? 'requires a licence' : row.resale,
        row.terms ? reading(row.terms) : '',
        row.notice ?? 'none',
      ]),
    ),
  licences: () =>
    (upstreams as readonly Upstream[])
      .filter(({ resale }) => resale === 'licence')
      .flatMap((row) => {
        const sold = saleItemsOfUpstream(row.id).map((each) => (each.startsWith('companies ') ? each : code(each)))
        return sold.length === 0
          ? []
          : `- ${code(row.id)}, ${row.name}: ${upstreamTermsText(row)}. Needed for ${sold.join(', ')}.`
      })
      .join('\n'),
  feeds: () =>
    table(
      ['Feed', 'Upstream', 'Read', 'Requires', 'Description'],
      feeds.map((feed) => [
        code(feed.id),
        feed.upstream,
        readFrequencyText(feed.id),
        feed.needs ? code(feed.needs) : '',
        feed.title,
      ]),
    ),
  plans: () =>
    table(
      ['Plan', 'Calls per hour', 'Calls per day', 'Briefings', 'Past days', 'Keys'],
      plans.map(({ title, perHour, perDay, tiers, from, keys }) => [
        title,
        String(perHour),
        String(perDay),
        tiers.join(', '),
        from === null ? 'none' : from === 'all' ? 'all' : `from ${from}`,
        String(keys),
      ]),
    ),
  rooms: roomsInOrder,
  tables: warehouseTables,
}

const reading = ({ says, on, by }: NonNullable<Upstream['terms']>) => `${says} (${by}, ${on})`

const keyOf = ({ credential, headers = {} }: Upstream): string =>
  [
    credential ? `${code(credential.setting)}${credential.optional ? ', optional' : ''}: ${credential.how}` : 'none',
    ...Object.entries(headers).map(([name, value]) => `sends ${name} ${value}`),
  ].join('; ')

/** Folders of the project, and the rooms of `pipeline/` and `server/` in the order of their walls, as a block of code. */
function roomsInOrder(): string {
  const line = (name: string, idea: string) => `    ${`${name}/`.padEnd(15)} ${idea}`
  const below = ([name, idea]: string[]) => line(`  ${name}`, idea!)
  const within: Readonly<Record<string, string[][]>> = { pipeline: rooms.pipeline, server: rooms.server }
  return Object.entries(rooms.folders)
    .flatMap(([name, idea]) => [line(name, idea), ...(within[name] ?? []).map(below)])
    .join('\n')
}

/** Tables and views of the warehouse with the comments they carry in the file itself. */
async function warehouseTables(): Promise<string> {
  const store = await openStore(':memory:')
  try {
    const relations = await select<{ name: string; comment: string }>(
      store,
      `SELECT table_name AS name, comment FROM duckdb_tables() UNION ALL
       SELECT view_name, comment FROM duckdb_views() WHERE NOT internal ORDER BY name`,
    )
    const columns = await select<{ relation: string; name: string; type: string; comment: string }>(
      store,
      `SELECT table_name AS relation, column_name AS name, data_type AS type, comment FROM duckdb_columns()
       WHERE NOT internal ORDER BY table_name, column_index`,
    )
    return relations
      .map(({ name, comment }) => {
        const own = columns.filter(({ relation }) => relation === name)
        return `### ${name}\n\n${comment}\n\n${table(
          ['Column', 'Type', 'Description'],
          own.map((column) => [code(column.name), column.type, column.comment]),
        )}`
      })
      .join('\n\n')
  } finally {
    await store.close()
  }
}

const place = /(<!-- generated: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g

/** A Markdown text with its generated tables as the registries have them now. Throws for a place whose name is none of `regions`. */
export async function generated(text: string): Promise<string> {
  const contents = new Map<string, string>()
  for (const [, , name] of text.matchAll(place)) {
    const region = (regions as Readonly<Record<string, () => string | Promise<string>>>)[name!]
    if (!region) throw new Error(`no generated table is called "${name}"; there are ${Object.keys(regions).join(', ')}`)
    contents.set(name!, await region())
  }
  return text.replaceAll(place, (_, begin: string, name: string, end: string) => `${begin}\n${contents.get(name)}\n\n${end}`)
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Markdown files that may hold generated tables, from the project's folder. */
export async function documents(): Promise<string[]> {
  const markdown = async (folder: string) => (await readdir(join(root, folder))).filter((name) => name.endsWith('.md'))
  const folders = ['.', 'docs', 'docs/guides']
  return (await Promise.all(folders.map(async (folder) => (await markdown(folder)).map((name) => join(folder, name))))).flat()
}

async function main(check: boolean): Promise<void> {
  const stale: string[] = []
  for (const name of await documents()) {
    const path = join(root, name)
    const before = await readFile(path, 'utf8')
    const after = await generated(before)
    if (after === before) continue
    stale.push(name)
    if (!check) await writeFile(path, after)
  }
  if (stale.length > 0) console.log(`${check ? 'stale, run "npm run docs"' : 'written'}: ${stale.join(', ')}`)
  if (check && stale.length > 0) process.exitCode = 1
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.includes('--check'))
