import { type Block, joined, number, partHeading, type Text, tableOf } from '../blocks.ts'
import { type MembersType, part } from '../schema.ts'
import { inputPlacesSchema, ratios, ratiosBlocks } from './ratios.ts'

const scorePart = part((z) =>
  z.object({
    test: z.string(),
    passed: z.boolean().nullable().describe('Null for a variable, or where an input is missing.'),
    value: z.number().nullable().describe('The variable; null for a test, or where an input is missing.'),
    formula: z.string(),
    why: z.string().nullable(),
    inputs: inputPlacesSchema(z),
  }),
)

export const quality = part((z) => ({
  ...ratios(z),
  scores: z.array(
    z
      .object({
        score: z.enum(['piotroski_f', 'altman_z', 'beneish_m']),
        title: z.string(),
        value: z
          .number()
          .nullable()
          .describe(
            'Tests passed of those known, or the weighted sum; a count is null below three quarters of the tests, a sum unless all variables are known.',
          ),
        of: z.int().describe('How many tests or variables it has.'),
        known: z.int().describe('How many of them are known.'),
        why: z.string().nullable().describe('What is missing.'),
        formula: z.string(),
        scale: z.string(),
        source: z.string(),
        parts: z.array(scorePart(z)),
      })
      .meta({ id: 'CompanyScore', description: 'A score with the tests or variables it is made of.' }),
  ),
}))
export type Quality = MembersType<typeof quality>
type ScoreDocument = Quality['scores'][number]

export const qualityBlocks = (members: Quality): Block[] => [
  ...ratiosBlocks(members),
  partHeading('Scores of financial quality'),
  tableOf(members.scores, [
    ['Score', ({ title }) => title],
    [['Value'], valueText],
    ['Missing', ({ why }) => why ?? ''],
    ['How to read it', ({ scale }) => scale],
    ['Source', ({ source }) => source],
  ]),
  // a score that too much is missing for has its parts in the JSON
  ...members.scores
    .filter(({ value }) => value !== null)
    .flatMap(({ title, parts, formula }) => [
      partHeading(`${title}: ${formula}`),
      tableOf(parts, [
        ['Part', ({ test, formula: how }) => `${test.replaceAll('_', ' ')}: ${how}`],
        [['Result'], ({ passed, value }) => (passed === null ? numberText(value) : passed ? 'passed' : 'failed')],
        ['Why not', ({ why }) => why ?? ''],
      ]),
    ]),
]

const numberText = (value: number | null): Text => (value === null ? '' : [number(value, undefined, 2)])

const valueText = ({ score, value, known }: ScoreDocument): Text =>
  value === null || score !== 'piotroski_f' ? numberText(value) : joined([`${value} of ${known}`], '')
