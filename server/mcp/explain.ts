import { formulaWords } from '../../data/metrics/formula-words.ts'
import { metricByName } from '../../data/metrics.ts'
import { escapeText } from '../../pipeline/documents/escape.ts'
import type { MetricData, MetricLatestReading } from '../../pipeline/documents/metric.ts'
import { needEdition } from '../answers/request-context.ts'
import { companyFigure } from '../companies/explained.ts'
import { Refusal } from '../http/errors.ts'
import { linksColumn, markdownTable } from '../http/markdown-table.ts'
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

/** Editions keep no recordings: whoever runs the server has them. */
const shownBy = (what: string, command: string) => `Whoever runs the server can show ${what}: ${command}`
const bytes = 'the recorded bytes, with their sha-256 and the place of each number in them'

async function explainMetric(call: ToolCall, metric: string): Promise<ToolAnswer> {
  const read = await readDocument(call, { route: '/api/metrics/{metric}', params: { metric }, format: 'json' })
  const document = JSON.parse(read.text) as MetricData | MetricLatestReading
  const { title, value, unit, period, known_at, known_basis, source, inputs, as_of, sample, fingerprint, notices } = document
  const row = metricByName.get(metric)!
  const data = {
    ...{ metric, title, value, unit, period, known_at, known_basis, formula: formulaWords(row.formula, row.of), source, inputs },
    ...('method' in document ? { method: document.method } : {}),
    ...{ as_of, sample, document_fingerprint: fingerprint, notices },
    bytes: shownBy(bytes, `briefing explain ${metric} --date ${as_of}`),
  }
  const rows = inputs.map((each) => [each.series, each.period, `${each.value} ${each.unit}`, each.known_at, each.url])
  const table = markdownTable(['series', 'period', 'value', 'known since', linksColumn('address')], rows)
  const text = [
    `# ${title}: ${value} ${unit}, ${period}`,
    `Known since ${known_at} (${known_basis}). Formula: ${data.formula}. Source: ${source.url === null ? source.name : `${source.name}, ${source.url}`}`,
    table,
  ]
  return answerOf(read, data, text)
}

async function explainCompany(call: ToolCall, asked: Record<'entity' | 'line' | 'period', string>): Promise<ToolAnswer> {
  const { view } = needEdition(call.ctx)
  const { id, ...figure } = await companyFigure(view, asked)
  const { entity, name, line, title, period, start, end, value, unit, derived, concept, filing, versions } = figure
  // the figure is of this block, and is read as it is
  const briefing = { briefing: `equities.company/${entity}`, block: 'numbers' }
  const read = await readDocument(call, { route: '/api/context', query: briefing, format: 'json' })
  const { sample, fingerprint, notices } = JSON.parse(read.text) as MetricData
  const { as_of } = view.manifest
  const data = {
    ...{ ...figure, as_of, sample, document_fingerprint: fingerprint, notices },
    bytes: shownBy('the recording that was read', `briefing explain ${entity} ${line} ${id} --date ${as_of}`),
  }
  const rows = versions.map((each) => [each.filed, each.form, `${each.value} ${unit}`, each.url])
  const table = markdownTable(['filed', 'form', 'value', linksColumn('address')], rows)
  const days = start === null ? `On ${end}` : `${start} to ${end}`
  const text = [
    `# ${escapeText(name)}: ${title}, ${period}: ${value} ${unit}`,
    `${days}. Concept ${escapeText(concept)} in the ${escapeText(filing.form)} of ${filing.filed}, ${filing.url}${derived === null ? '' : `. Derived: ${derived}`}`,
    ...(versions.length === 0 ? [] : [table]),
  ]
  return answerOf(read, data, text)
}

interface Told {
  readonly sample: boolean
  readonly notices: readonly string[]
  readonly bytes: string
}

function answerOf({ freshness, paid }: DocumentRead, data: Told & Record<string, unknown>, text: string[]): ToolAnswer {
  return { text: `${[...text, data.bytes, ...data.notices].join('\n\n')}\n`, data, freshness, paid }
}
