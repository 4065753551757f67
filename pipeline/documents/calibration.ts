import { type Block, facts, heading, number, type Span, sentence, standfirst, tableOf } from './blocks.ts'
import { defineSystemKind, openRoute } from './kind.ts'
import { confidenceCalibration } from './reading.ts'
import { day, identityMembers, part, type SchemaType } from './schema.ts'

export const sampledSchema = part((z) =>
  z
    .object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() })
    .meta({ id: 'Sampled', description: 'A figure with its 95% interval.' }),
)

/** Forecasts with a probability from `from` to below `to` (the last one to 1): what they said on average, and how many held. */
const reliabilityBin = part((z) =>
  z.object({
    from: z.number(),
    to: z.number(),
    forecasts: z.int(),
    probability: z.number().nullable(),
    hit_rate: z.number().nullable(),
  }),
)

const calibrationReport = part((z) =>
  z
    .object({
      forecasts: z.int(),
      n: z.int().describe('Windows that do not overlap within their series.'),
      hit_rate: z.number(),
      brier: sampledSchema(z),
      base_brier: sampledSchema(z),
      skill: sampledSchema(z),
      calibration_error: sampledSchema(z),
      reliability: z.array(reliabilityBin(z)),
    })
    .meta({ id: 'CalibrationReport' }),
)

const calibration = part((z) =>
  z
    .object({
      as_of: day(z),
      sample: identityMembers(z).sample,
      pooled: calibrationReport(z).nullable(),
      metrics: z.array(
        z.object({
          metric: z.string(),
          title: z.string(),
          score: z.number().nullable(),
          why: z.string().nullable(),
          horizon_days: z.int(),
          calibration: confidenceCalibration(z).nullable(),
          brier: sampledSchema(z).nullable(),
          skill: sampledSchema(z).nullable(),
        }),
      ),
    })
    .meta({ id: 'Calibration', description: 'How past confidence scores, replayed from history, compare with outcomes.' }),
)

/** A figure of a sample of forecasts; the ends are null where there are too few blocks to draw from. */
export type SampledFigure = SchemaType<typeof sampledSchema>
/** How forecasts stand to what happened: mean squared error of the probabilities, and of the base rate instead. */
export type CalibrationReport = SchemaType<typeof calibrationReport>
/** How past scores stand to what happened, of all metrics together and of each. */
export type CalibrationDocument = SchemaType<typeof calibration>

export const shareSpan = (share: number): Span => number(share, '1', 3)

/** A figure with the middle 95% of its samples, where there are any. */
export const intervalSpans = ({ value, low, high }: SampledFigure): readonly Span[] =>
  low === null || high === null
    ? [number(value, '1', 4)]
    : [number(value, '1', 4), ' (', number(low, '1', 4), ' to ', number(high, '1', 4), ')']

/** How past scores compare with outcomes: all metrics together, the ten bins, then each metric. */
function calibrationBlocks({ pooled, metrics }: CalibrationDocument): Block[] {
  return [
    {
      kind: 'head',
      title: 'Calibration',
      headline:
        pooled === null
          ? 'No score has come to its end yet'
          : ['Stated chances missed by ', number(100 * pooled.calibration_error.value, '1', 1), ' points on average'],
      crumbs: [
        ['Today', '/'],
        ['Methodology', '/docs/methodology'],
      ],
    },
    standfirst(
      'Every signal has a score: the probability that it comes true over its window. Here history is replayed: each past score, made from the outcomes known by its day, is compared with what happened. Values are as known now.',
    ),
    sentence('What was staked when it was published is in the ', { name: 'forward record', url: '/api/record?format=html' }, '.'),
    ...(pooled === null ? [] : pooledBlocks(pooled)),
    heading(
      'Metrics',
      'Skill is measured against the base rate of the metric itself, and printed where its 95% interval is above zero: other scores say no more than the base rate. Why a metric has no score is on its own page.',
    ),
    tableOf(metrics, [
      ['Metric', ({ metric, title }) => ({ name: title, url: `/api/metrics/${encodeURIComponent(metric)}?format=html` })],
      [['Score now'], ({ score }) => (score === null ? '' : number(score, '1', 1))],
      [['Days ahead'], ({ horizon_days }) => number(horizon_days)],
      [['Windows'], ({ calibration: past }) => (past === null ? '' : number(past.n))],
      [['Came true'], ({ calibration: past }) => (past === null ? '' : shareSpan(past.hit_rate))],
      [['Base rate'], ({ calibration: past }) => (past === null ? '' : shareSpan(past.base_rate))],
      [['Skill, 95%'], ({ skill }) => ((skill?.low ?? 0) > 0 ? intervalSpans(skill!) : '')],
    ]),
  ]
}

function pooledBlocks({ forecasts, n, hit_rate, brier, base_brier, skill, ...rest }: CalibrationReport): Block[] {
  const bins = rest.reliability.filter(({ forecasts: count }) => count > 0)
  const most = Math.max(...bins.map(({ forecasts: count }) => count), 1)
  return [
    heading('The record'),
    {
      kind: 'scatter',
      title: 'Said and came true',
      remark: 'By score; on the dashed line both are equal',
      note: 'Across: the probability that was said. Up: the share that came true. Grey: few scores.',
      dots: bins.flatMap(({ probability: x, hit_rate: y, forecasts: count }) =>
        x === null || y === null ? [] : [{ x, y, isSmall: count < most / 20 }],
      ),
    },
    facts(
      ['Scores', [number(forecasts), ', over ', number(n), ' windows that do not overlap; ', shareSpan(hit_rate), ' came true']],
      ['Calibration error', intervalSpans(rest.calibration_error)],
      ['Brier score', [...intervalSpans(brier), '; of the base rate ', ...intervalSpans(base_brier)]],
      ['Skill', intervalSpans(skill)],
    ),
    tableOf(bins, [
      ['Probability', ({ from, to }) => [number(from), ' to ', number(to)]],
      [['Scores'], ({ forecasts: count }) => number(count)],
      [['Said'], ({ probability }) => (probability === null ? '' : shareSpan(probability))],
      [['Came true'], ({ hit_rate: share }) => (share === null ? '' : shareSpan(share))],
    ]),
  ]
}

export const calibrationKind = defineSystemKind({
  kind: 'calibration',
  id: 'calibration',
  component: 'Calibration',
  schema: calibration,
  formats: ['json', 'md', 'html'],
  blocks: calibrationBlocks,
  route: {
    ...openRoute,
    operation: 'getCalibration',
    path: '/api/calibration',
    summary: 'Calibration of replayed confidence scores',
    description: 'How often signals held compared with their scores, replayed from history, with intervals.',
  },
})
