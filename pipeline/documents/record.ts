import { type Block, facts, heading, number, type Span, sentence, type Text, table } from './blocks.ts'
import { interval, sampled, shareOf } from './calibration.ts'
import { defineKind } from './kind.ts'
import { day, identity, type Of, part } from './schema.ts'

const figures = part((z) =>
  z
    .object({
      about: z.enum(['signals', 'regime']),
      entered: z.enum(['published', 'after']).meta({
        description: 'published: with the edition that published it; after: later, from an edition older than the ledger.',
      }),
      by: z.enum(['all', 'horizon', 'month', 'method']),
      key: z.string().meta({ description: 'Days ahead, month of publication (YYYY-MM) or methodology version; all for all.' }),
      stakes: z.int(),
      unresolved: z.int().meta({ description: 'Stakes without an outcome so far.' }),
      overdue: z.int().meta({ description: 'Unresolved stakes that are due: their outcome has not been published or read.' }),
      n: z.int().meta({ description: 'Graded windows that do not overlap within their series.' }),
      hit_rate: z
        .number()
        .nullable()
        .meta({ description: 'Share of graded signals, or of the most likely regimes, that came true.' }),
      brier: sampled(z).nullable(),
      base_brier: sampled(z).nullable().meta({ description: 'Brier score of the base rates staked with the probabilities.' }),
      persistence_brier: sampled(z).nullable().meta({
        description: 'Brier score of persistence: the past window repeats, or the regime stays.',
      }),
      skill: sampled(z).nullable().meta({ description: 'Brier skill over the base rate.' }),
      persistence_skill: sampled(z).nullable().meta({ description: 'Brier skill over persistence.' }),
    })
    .meta({ id: 'RecordFigures', description: 'Statistics of some stakes; null where none has been graded.' }),
)

const record = part((z) =>
  z
    .object({
      as_of: day(z),
      sample: identity(z).sample,
      since: day(z).nullable().meta({ description: 'Day of the first stake entered when it was published.' }),
      figures: z.array(figures(z)),
    })
    .meta({
      id: 'ForwardRecord',
      description: 'Probabilities staked when they were published, graded once when due. Replayed history is in Calibration.',
    }),
)

export type RecordFigures = Of<typeof figures>
export type RecordDocument = Of<typeof record>

const titles = {
  signals: { published: 'Signals', after: 'Signals published before the ledger began' },
  regime: { published: 'Regime', after: 'Regime published before the ledger began' },
} as const

const names: Readonly<Record<RecordFigures['by'], (key: string) => string>> = {
  all: () => 'All',
  horizon: (days) => `${days} days ahead`,
  month: (month) => month,
  method: (version) => `Methodology ${version}`,
}

function recordBlocks({ since, figures: all }: RecordDocument): Block[] {
  const graded = all
    .filter(({ by, entered }) => by === 'all' && entered === 'published')
    .reduce((sum, { stakes, unresolved }) => sum + stakes - unresolved, 0)
  return [
    {
      kind: 'head',
      title: 'Forward record',
      headline: graded === 0 ? 'No stake has been graded yet' : [number(graded), ' stakes have been graded'],
      crumbs: [
        ['Today', '/'],
        ['Methodology', '/docs/methodology'],
      ],
    },
    {
      kind: 'sentence',
      text: 'Every signal with a score and every regime probability is staked when it is published, in a ledger from which nothing can be removed. It is graded once, when it is due.',
      leads: true,
    },
    sentence('The replayed history of the same scores, judged after the fact, is ', calibrationLink, '.'),
    facts(['First stake', since === null ? null : { day: since, year: true }]),
    ...Object.entries(titles).flatMap(([about, byEntry]) =>
      Object.entries(byEntry).flatMap(([entered, title]) => {
        const rows = all.filter((row) => row.about === about && row.entered === entered)
        return [heading(title), figuresTable(rows)]
      }),
    ),
  ]
}

const calibrationLink: Span = { name: 'Calibration', url: '/api/calibration?format=html' }

function figuresTable(rows: readonly RecordFigures[]): Block {
  return table(
    [
      '',
      ['Stakes'],
      ['Unresolved'],
      ['Windows'],
      ['Came true'],
      ['Brier'],
      ['Skill over base, 95%'],
      ['Skill over persistence, 95%'],
    ],
    rows.map(({ by, key, stakes, unresolved, n, hit_rate, brier, skill, persistence_skill }): Text[] => [
      names[by](key),
      number(stakes),
      number(unresolved),
      number(n),
      hit_rate === null ? '' : shareOf(hit_rate),
      ...[brier, skill, persistence_skill].map((figure) => (figure === null ? '' : interval(figure))),
    ]),
  )
}

export const recordKind = defineKind({
  kind: 'record',
  folder: 'system',
  id: 'record',
  only: 'record',
  component: 'ForwardRecord',
  schema: record,
  formats: ['json', 'md', 'html'],
  blocks: recordBlocks,
  stamped: false,
  route: {
    operation: 'getRecord',
    path: '/api/record',
    tag: { name: 'System', description: 'The state of the server and its data. Open.' },
    summary: 'Forward record',
    description:
      'Outcomes of the probabilities staked when they were published: hit rate, Brier score, and skill over the base rate and over persistence, with intervals; by horizon, month and methodology version. Unresolved stakes are counted.',
    parameter: null,
    price: null,
    needsPlan: false,
    otherwise: 'json',
  },
})
