import { lines } from '../../data/companies/lines.ts'
import { companyMarketOf } from '../../data/companies/markets.ts'
import { formulaWords } from '../../data/metrics/formula-words.ts'
import { metricByName } from '../../data/metrics.ts'
import { dayNumber, isoDay } from '../../pipeline/calendar/day.ts'
import { Reports } from '../../pipeline/companies/blocks/filings.ts'
import { explainedFigure } from '../../pipeline/companies/figures/explained.ts'
import { versionsIn } from '../../pipeline/companies/figures/stored.ts'
import { addressOf } from '../../pipeline/documents/company/company.ts'
import type { MetricData, MetricLatestReading } from '../../pipeline/documents/metric.ts'
import { needEdition } from '../answers/exchange.ts'
import { soldCompany } from '../companies/directory.ts'
import { readFigures } from '../companies/route.ts'
import { Refusal } from '../http/errors.ts'
import { markdownTable } from '../http/markdown-table.ts'
import { suggest } from '../http/suggest.ts'
import type { Arguments } from './arguments.ts'
import { type DocumentRead, readDocument } from './documents.ts'
import type { ToolAnswer, ToolCall } from './tool.ts'

/** What `explain_figure` answers: where a figure comes from, for the key or the price of the document that states it. */
export function explainAnswer(call: ToolCall, { metric, entity, line, period }: Arguments): Promise<ToolAnswer> {
  const ofCompany = { entity, line, period }
  const given = Object.values(ofCompany).filter((value) => value !== undefined).length
  if (metric !== undefined && given === 0) return explainMetric(call, metric)
  if (metric === undefined && given === 3) return explainCompany(call, ofCompany as Record<keyof typeof ofCompany, string>)
  const field = metric === undefined ? (Object.entries(ofCompany).find(([, value]) => value === undefined)?.[0] ?? '') : 'metric'
  throw new Refusal(
    metric === undefined ? 'MISSING_PARAMETER' : 'INVALID_REQUEST',
    'Name a metric (metric), or a figure of a company by entity, line and period, such as AAPL, revenue, FY2025.',
    { field },
  )
}

/** Editions keep no recordings: who runs the server shows them. */
const bytesBy = (command: string) =>
  `The operator of the server shows the recorded bytes, with their sha-256 and the place of each number in them: ${command}`

async function explainMetric(call: ToolCall, metric: string): Promise<ToolAnswer> {
  const read = await readDocument(call, { route: '/api/metrics/{metric}', params: { metric }, format: 'json' })
  const document = JSON.parse(read.text) as MetricData | MetricLatestReading
  const { title, value, unit, period, known_at, known_basis, source, inputs, as_of, sample, fingerprint, notices } = document
  const { formula, of } = metricByName.get(metric)!
  const data = {
    ...{ metric, title, value, unit, period, known_at, known_basis, formula: formulaWords(formula, of), source, inputs },
    ...('method' in document ? { method: document.method } : {}),
    ...{
      as_of,
      sample,
      document_fingerprint: fingerprint,
      notices,
      bytes: bytesBy(`briefing explain ${metric} --date ${as_of}`),
    },
  }
  const table = markdownTable<(typeof inputs)[number]>(
    [
      { label: 'series', cell: ({ series }) => series },
      { label: 'period', cell: (each) => each.period },
      { label: 'value', cell: (each) => `${each.value} ${each.unit}` },
      { label: 'known since', cell: (each) => each.known_at },
      { label: 'address', cell: ({ url }) => url },
    ],
    inputs,
  )
  const text = [
    `# ${title}: ${value} ${unit}, ${period}`,
    `Known since ${known_at} (${known_basis}). Formula: ${data.formula}. Source: ${source.name}, ${source.url}`,
    table,
  ]
  return answerOf(read, data, text)
}

async function explainCompany(
  call: ToolCall,
  { entity, line: named, period }: Record<'entity' | 'line' | 'period', string>,
): Promise<ToolAnswer> {
  const { view } = needEdition(call.ctx)
  const row = await soldCompany(view, entity)
  const names = lines.map(({ line }) => line as string)
  const line = lines.find((each) => each.line === named)
  if (line === undefined)
    throw new Refusal('NOT_FOUND', 'Statements have no such line.', {
      ...{ field: 'line', allowed: names, suggestions: suggest(named, names) },
    })
  const stored = await readFigures(view, row)
  const versions = versionsIn(stored)
  const day = dayNumber(view.manifest.as_of)!
  const explained = explainedFigure(versions, { company: row.company, shape: stored.shape, line: line.line, period, day })
  if ('periods' in explained)
    throw new Refusal('NOT_FOUND', `No such fiscal year or quarter of ${row.name} is known.`, {
      ...{ field: 'period', allowed: explained.periods },
    })
  if ('why' in explained)
    throw new Refusal('NOT_FOUND', `${row.name} has no ${named} for ${explained.period.label}: ${explained.why}.`, {
      field: 'line',
    })
  const address = addressOf(row)
  // the figure is of this block, and is read as it is
  const briefing = { briefing: `equities.company/${address}`, block: 'numbers' }
  const read = await readDocument(call, { route: '/api/context', query: briefing, format: 'json' })
  const { figure } = explained
  const reports = new Reports(versions, row.company, day)
  const { value, unit, concept, label, derived } = figure
  const filed = explained.versions.map((each) => ({ value: each.value, filing: each.filing, ...reports.get(each.filing) }))
  const { sample, fingerprint, notices } = JSON.parse(read.text) as MetricData
  const data = {
    ...{ entity: address, name: row.name, market: companyMarketOf(row).market, line: named, title: line.title },
    ...{ period: explained.period.label, start: figure.from === null ? null : isoDay(figure.from), end: isoDay(figure.to) },
    ...{ value, unit, derived, concept, label, filing: { id: figure.filing, ...reports.get(figure.filing) }, versions: filed },
    ...{ as_of: view.manifest.as_of, sample, document_fingerprint: fingerprint, notices },
    bytes: bytesBy(`briefing explain ${address} ${named} ${explained.period.id} --date ${view.manifest.as_of}`),
  }
  const table = markdownTable<(typeof filed)[number]>(
    [
      { label: 'filed', cell: (each) => each.filed },
      { label: 'form', cell: ({ form }) => form },
      { label: 'value', cell: (each) => `${each.value} ${unit}` },
      { label: 'address', cell: ({ url }) => url },
    ],
    filed,
  )
  const { form, filed: since, url } = data.filing
  const text = [
    `# ${row.name}: ${line.title}, ${data.period}: ${value} ${unit}`,
    `${data.start === null ? `On ${data.end}` : `${data.start} to ${data.end}`}. Concept ${concept} in the ${form} of ${since}, ${url}${derived === null ? '' : `. Derived: ${derived}`}`,
    ...(filed.length === 0 ? [] : [table]),
  ]
  return answerOf(read, data, text)
}

interface Told {
  readonly sample: boolean
  readonly notices: readonly string[]
  readonly bytes: string
}

function answerOf({ freshness, paid }: DocumentRead, data: Told & Record<string, unknown>, text: string[]): ToolAnswer {
  return {
    text: `${[...text, data.bytes, ...data.notices].join('\n\n')}\n`,
    data,
    ...(freshness === undefined ? {} : { freshness }),
    ...(paid === undefined ? {} : { paid }),
  }
}
