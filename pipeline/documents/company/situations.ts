import { type Block, joined, list, partHeading, quotationSpan, type Text, tableOf } from '../blocks.ts'
import { day, type MembersType, part, untrusted } from '../schema.ts'
import { insiders, insidersBlocks } from './insiders.ts'

const trigger = part((z) =>
  z
    .object({
      form: untrusted(z.string()),
      item: z.string().nullable().describe('Item of an 8-K; null where the form or the text turned it on.'),
      filing: z.string(),
      url: z.string(),
      quote: untrusted(z.string().nullable(), 'The sentence it is read from; null where lists of filings tell it.'),
    })
    .meta({ id: 'SituationTrigger', description: 'The filing that turned a situation on.' }),
)

const episode = part((z) => ({
  situation: z.string(),
  title: z.string(),
  since: day(z),
  since_at_least: z.boolean().optional().describe('True if it may be older: the first report read describes it.'),
  trigger: trigger(z),
}))
const sinceText = ({ since, since_at_least }: Pick<Situations['on'][number], 'since' | 'since_at_least'>): Text => [
  ...(since_at_least === true ? ['at least '] : []),
  { day: since, year: true },
]

export const situations = part((z) => ({
  on: z.array(
    z.object({
      ...episode(z),
      severity: z.enum(['high', 'medium', 'low']),
      text: z.string(),
      ends_when: z.string().describe('What turns it off, in words.'),
    }),
  ),
  ended: z
    .array(z.object({ ...episode(z), ended_on: day(z), ended_by: z.string() }))
    .describe('Those that ended in the last year.'),
  watched: z
    .array(z.object({ situation: z.string(), title: z.string() }))
    .describe('The same for every company; /docs/companies says what turns each on and off.'),
  not_watched: z.array(z.object({ situation: z.string(), why: z.string() })),
  insiders: z
    .object(insiders(z))
    .meta({ id: 'CompanyInsiders', description: 'What insiders and holders of over 5% reported in 90 days.' })
    .nullable()
    .describe('Null where no list names such a report.'),
}))
export type Situations = MembersType<typeof situations>

const filedBy = ({ form, item, url }: Situations['on'][number]['trigger']): Text => [
  { name: item === null ? form : `${form}, item ${item}`, url },
]

export function situationsBlocks({ on, ended, watched, not_watched, insiders: reported }: Situations): Block[] {
  return [
    partHeading('Situations on now'),
    on.length === 0
      ? list(['None of the situations that are watched is on.'])
      : tableOf(on, [
          ['Situation', ({ title }) => title],
          ['Severity', ({ severity }) => severity],
          ['Since', sinceText],
          ['Filing', ({ trigger: each }) => filedBy(each)],
          ['Ends with', ({ ends_when }) => ends_when],
        ]),
    list(on.flatMap(({ title, trigger: { quote } }) => (quote === null ? [] : `${title}: ${quotationSpan(quote)}`))),
    partHeading('Situations that ended in the last year'),
    tableOf(ended, [
      ['Situation', ({ title }) => title],
      ['Since', sinceText],
      ['Ended', ({ ended_on }) => [{ day: ended_on, year: true }]],
      ['By', ({ ended_by }) => ended_by],
      ['Filing', ({ trigger: each }) => filedBy(each)],
    ]),
    ...(reported ? insidersBlocks(reported) : []),
    partHeading('Situations watched'),
    list([
      joined(
        watched.map(({ title }) => title),
        '; ',
      ),
    ]),
    partHeading('Events not watched as situations'),
    list(not_watched.map(({ situation, why }) => `${situation}: ${why}`)),
  ]
}
