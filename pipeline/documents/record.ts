import { metricByName } from '../../data/metrics.ts'
import { type Block, facts, heading, number, type Span, sentence, standfirst, type Text, tableOf } from './blocks.ts'
import { intervalSpans, type SampledFigure, sampledSchema, shareSpan } from './calibration.ts'
import { defineSystemKind, openRoute } from './kind.ts'
import { day, identityMembers, part, type SchemaType } from './schema.ts'

const figures = part((z) =>
  z
    .object({
      about: z
        .enum(['signals', 'neutral', 'regime'])
        .describe('signals: those with a direction; neutral: signals that nothing unusual happens; regime: its probabilities.'),
      entered: z
        .enum(['published', 'after'])
        .describe('published: with the edition that published it; after: later, from an edition older than the ledger.'),
      by: z.enum(['all', 'horizon', 'month', 'method']),
      key: z.string().describe('Days ahead, month of publication (YYYY-MM) or methodology version; all for all.'),
      stakes: z.int(),
      unresolved: z.int().describe('Stakes without an outcome so far.'),
      overdue: z.int().describe('Unresolved stakes that are due: their outcome has not been published or read.'),
      n: z.int().describe('Graded windows that do not overlap within their series.'),
      hit_rate: z.number().nullable().describe('Share of graded signals, or of the most likely regimes, that came true.'),
      brier: sampledSchema(z).nullable(),
      base_brier: sampledSchema(z).nullable().describe('Brier score of the base rates staked with the probabilities.'),
      persistence_brier: sampledSchema(z)
        .nullable()
        .describe('Brier score of persistence: the past window repeats, or the regime stays.'),
      skill: sampledSchema(z).nullable().describe('Brier skill over the base rate.'),
      persistence_skill: sampledSchema(z).nullable().describe('Brier skill over persistence.'),
    })
    .meta({ id: 'RecordFigures', description: 'Statistics of some stakes; null where none has been graded.' }),
)

const openStake = part((z) =>
  z
    .object({
      metric: z.string().nullable().describe('Null for the regime.'),
      claim: z.string().describe('Direction of the signal, or the regime.'),
      probability: z.number().describe('That it comes true, as published, 0 to 1.'),
      as_of: day(z).describe('Day of the document.'),
      due: day(z).describe('First day on which the outcome can be known.'),
    })
    .meta({ id: 'OpenStake' }),
)

const record = part((z) =>
  z
    .object({
      as_of: day(z),
      sample: identityMembers(z).sample,
      since: day(z).nullable().describe('Day of the first stake entered when it was published.'),
      replayed: z
        .boolean()
        .optional()
        .describe('True where the day was over when its documents were made: a replay stakes nothing.'),
      open: z.array(openStake(z)).describe('The next stakes due, at most 20; `figures` counts them all.'),
      figures: z.array(figures(z)),
    })
    .meta({
      id: 'ForwardRecord',
      description: 'Probabilities staked when they were published, graded once when due. Replayed history is in Calibration.',
    }),
)

export type RecordFigures = SchemaType<typeof figures>
export type RecordDocument = SchemaType<typeof record>

const titles = {
  signals: { published: 'Signals with a direction', after: 'Signals with a direction, published before the ledger began' },
  neutral: { published: 'Neutral signals', after: 'Neutral signals published before the ledger began' },
  regime: { published: 'Regime', after: 'Regime published before the ledger began' },
} as const

const names: Readonly<Record<RecordFigures['by'], (key: string) => string>> = {
  all: () => 'All',
  horizon: (days) => `${days} days ahead`,
  month: (month) => month,
  method: (version) => `Methodology ${version}`,
}

function recordBlocks({ since, figures: all, open, replayed }: RecordDocument): Block[] {
  const graded = all
    .filter(({ by, entered }) => by === 'all' && entered === 'published')
    .reduce((sum, { stakes, unresolved }) => sum + stakes - unresolved, 0)
  const [first] = open
  const firstResult: Span[] = first === undefined ? [] : [': first result on ', { day: first.due, year: true }]
  return [
    {
      kind: 'head',
      title: 'Forward record',
      headline: graded > 0 ? [number(graded), ' stakes have been graded'] : ['No stake has been graded yet', ...firstResult],
      crumbs: [
        ['Today', '/'],
        ['Methodology', '/docs/methodology'],
      ],
    },
    standfirst(
      'Every signal with a score and every regime probability is staked when it is published, in a ledger from which nothing can be removed. It is graded once, when it is due.',
    ),
    sentence('The replayed history of the same scores, judged after the fact, is ', calibrationLink, '.'),
    facts(['First stake', since === null ? null : { day: since, year: true }]),
    ...(replayed ? [sentence(replayNote)] : []),
    heading('Next results', 'Open stakes, the next ones due first.'),
    tableOf(open, [
      ['Due', ({ due }) => ({ day: due, short: true })],
      ['Stake', ({ metric }) => (metric === null ? 'Regime' : (metricByName.get(metric)?.title ?? metric))],
      ['Claim', ({ claim }) => claim],
      [['Probability'], ({ probability }) => number(100 * probability, 'percent', 0)],
      ['Staked', ({ as_of }) => ({ day: as_of, short: true })],
    ]),
    ...Object.entries(titles).flatMap(([about, byEntry]) =>
      Object.entries(byEntry).flatMap(([entered, title]) => {
        const rows = all.filter((row) => row.about === about && row.entered === entered)
        return [heading(title), figuresTable(rows)]
      }),
    ),
  ]
}

const replayNote =
  'This edition is a replay: its day was over when it was made. A replay stakes nothing, because its outcome could have been known.'
const calibrationLink: Span = { name: 'Calibration', url: '/api/calibration?format=html' }

const intervalIfAny = (figure: SampledFigure | null): Text => (figure === null ? '' : intervalSpans(figure))

const figuresTable = (rows: readonly RecordFigures[]): Block =>
  tableOf(rows, [
    ['', ({ by, key }) => names[by](key)],
    [['Stakes'], ({ stakes }) => number(stakes)],
    [['Unresolved'], ({ unresolved }) => number(unresolved)],
    [['Windows'], ({ n }) => number(n)],
    [['Came true'], ({ hit_rate }) => (hit_rate === null ? '' : shareSpan(hit_rate))],
    [['Brier'], ({ brier }) => intervalIfAny(brier)],
    [['Skill over base, 95%'], ({ skill }) => intervalIfAny(skill)],
    [['Skill over persistence, 95%'], ({ persistence_skill }) => intervalIfAny(persistence_skill)],
  ])

export const recordKind = defineSystemKind({
  kind: 'record',
  id: 'record',
  component: 'ForwardRecord',
  schema: record,
  formats: ['json', 'md', 'html'],
  blocks: recordBlocks,
  route: {
    ...openRoute,
    operation: 'getRecord',
    path: '/api/record',
    summary: 'Forward record',
    description:
      'Outcomes of the probabilities staked when they were published: hit rate, Brier score, and skill over the base rate and over persistence, with intervals; by horizon, month and methodology version. Unresolved stakes are counted, and the next ones due are listed.',
  },
})
