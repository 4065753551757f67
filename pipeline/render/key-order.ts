/**
 * The order in which members are written, by the name of the member that holds them (`document` for the whole). Members that are arrays
 * lend their order to the objects in them. A name not listed keeps the order it came in, after the listed ones.
 */
const head = [
  'metric',
  'title',
  'category',
  'unit',
  'value',
  'period',
  'known_at',
  'known_basis',
  'source',
  'inputs',
  'freshness',
]
const analysis = ['trend', 'momentum', 'signal', 'confidence', 'percentile_90d', 'data_quality', 'method', 'late']
const identity = ['as_of', 'computed_at', 'fingerprint', 'sample', 'notices']

export const reading: readonly string[] = [...head, ...analysis]
export const metric: readonly string[] = [...head, 'access', ...identity, ...analysis]

export const briefing: readonly string[] = [
  ...['briefing', 'title', 'tier', 'as_of', 'computed_at', 'fingerprint', 'sample'],
  ...['summary', 'state', 'lead', 'signal', 'confidence', 'readings', 'sections', 'changes', 'next_releases'],
  ...['data_quality', 'sources', 'notices', 'notes', 'regime', 'correlations'],
]

const span = ['what', 'field', 'change', 'change_unit', 'direction', 'strength', 'from', 'to', 'text', 'note']

export const members: Readonly<Record<string, readonly string[]>> = {
  source: ['id', 'name', 'series', 'url'],
  inputs: ['series', 'period', 'value', 'unit', 'known_at', 'url'],
  freshness: ['status', 'cadence', 'next_due_at', 'stale_after'],
  access: ['served', 'why', 'full_needs'],
  trend: ['7d', '30d', '90d'],
  changes: ['1d', '7d'],
  '1d': span,
  '7d': span,
  '30d': span,
  '90d': span,
  from: ['period', 'value'],
  to: ['period', 'value'],
  momentum: ['state', 'short', 'long'],
  signal: ['direction', 'window', 'polarity'],
  confidence: ['score', 'why', 'horizon_days', 'factors', 'calibration'],
  factors: ['name', 'effect', 'detail'],
  calibration: ['n', 'hit_rate', 'base_rate', 'brier', 'from', 'to'],
  percentile_90d: ['value', 'n'],
  data_quality: ['status', 'coverage_90d', 'gaps', 'age_days', 'disagreement', 'stale', 'missing', 'notes'],
  missing: ['what', 'why'],
  method: ['version', 'url'],
  late: ['series', 'status', 'due_at', 'since'],
  state: ['label', 'since', 'previous', 'since_at_least'],
  sections: ['id', 'title', 'note', 'columns', 'rows'],
  columns: ['key', 'label', 'unit'],
  correlations: ['a', 'b', 'value', 'n', 'word', 'from', 'to'],
  next_releases: ['series', 'title', 'due_at'],
  sources: ['id', 'name', 'url', 'as_of'],
  regime: ['current_regime', 'current_regime_legacy', 'probabilities', 'since', 'days', 'since_at_least', 'inputs'],
  probabilities: ['expansion', 'contraction', 'transition'],
}
