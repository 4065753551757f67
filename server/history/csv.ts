import type { MetricHistory } from '../openapi/schemas/metric-history.ts'

const columns = ['metric', 'unit', 'period', 'value', 'known_at', 'known_basis', 'sample'] as const

/** A history as CSV (RFC 4180) with a header line. Every row names its metric and unit, so that files can be put together. */
export function csvOf({ metric, unit, sample }: Omit<MetricHistory, 'rows'>, rows: MetricHistory['rows']): string {
  const lines = rows.map(({ period, value, known_at, known_basis }) =>
    [metric, unit, period, String(value), known_at, known_basis, String(sample)].map(field).join(','),
  )
  return [columns.join(','), ...lines, ''].join('\r\n')
}

/** A text as it stands in a field: quoted where it has a character that would end it. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
