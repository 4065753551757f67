import { z } from 'zod'
import { newsKinds } from '../../data/news-kinds.ts'
import { component, instantSchema } from './base.ts'

const head = {
  id: z
    .string()
    .regex(/^[0-9]{1,18}$/)
    .describe('Cursor of the event: later events have larger ones.'),
  happened_at: z
    .string()
    .describe(
      'When it happened: the first day of a new state, the scheduled time (UTC) of a release (or when it was first recorded, if that was earlier), the time or day of a filing, or the day on which a report, or the filing that turned a situation on, was filed.',
    ),
  known_at: instantSchema.describe('When this server published it.'),
  rule: z.string().describe('Where the rule that made it is written down.'),
  fetch: z.string().describe('Where what it concerns can be read now.'),
}

const stateChanged = component('StateChanged', 'The state label of a briefing changed.', {
  ...head,
  type: z.literal('state.changed'),
  briefing: z.string(),
  from: z.string().describe('State label before.'),
  to: z.string().describe('State label now.'),
  revised: z.string().optional().describe('The past day whose label was revised; absent where the current one changed.'),
})

const releasePublished = component('ReleasePublished', 'A tracked release became known.', {
  ...head,
  type: z.literal('release.published'),
  release: z.string().describe('Which release, such as fed-balance-sheet.'),
  about: z.string().optional().describe('Which of several of one day: term and CUSIP of an auction.'),
  period: z.string().describe('What it is about: the last day of its week, or the day of a decision or auction.'),
})

const companyNews = component('CompanyNews', 'A company has filed. Only reads that name the company get it.', {
  ...head,
  type: z.literal('company.news'),
  company: z.string().describe('Address of the company: its ticker or securities code.'),
  record: z.string().describe('The id of the filing, as in the news records.'),
  kinds: z.array(z.enum(newsKinds)).describe('All kinds the filing is of; empty while its items are not known.'),
})

const figuresUpdated = component(
  'CompanyFiguresUpdated',
  'The briefing of a company has figures of a newer period. Only reads that name the company get it.',
  {
    ...head,
    type: z.literal('company.figures_updated'),
    company: z.string().describe('Address of the company: its ticker, or its number in its market.'),
    period: z.string().describe('The period as the issuer counts, such as FY2026 Q1.'),
    period_end: z.string().describe('Its last day.'),
  },
)

const situationChanged = component(
  'CompanySituationChanged',
  'A situation of a company turned on. Only reads that name the company get it.',
  {
    ...head,
    type: z.literal('company.situation_changed'),
    company: z.string().describe('Address of the company: its ticker, or its number in its market.'),
    situation: z.string().describe('What turned on, such as late_annual_report.'),
    severity: z.enum(['high', 'medium', 'low']),
  },
)

const servedEvent = z.discriminatedUnion('type', [stateChanged, releasePublished, figuresUpdated, situationChanged, companyNews])

export const eventPage = component(
  'EventPage',
  'One page of change events, oldest first. An event carries no figure; `since_yesterday` does.',
  {
    events: z.array(servedEvent),
    next_cursor: z.string().describe('Where the next read begins.'),
    has_more: z.boolean(),
    note: z.string().optional().describe('What to ask instead, where nothing matches and no company is named.'),
    notes: z
      .array(z.string())
      .optional()
      .describe('What the read names in vain: companies that no list has, cursors of no event.'),
    since_yesterday: z
      .object({
        as_of: z.string().describe('Day of the briefings.'),
        briefings: z.array(
          z.object({
            briefing: z.string(),
            title: z.string(),
            fetch: z.string(),
            changes: z.array(z.object({ field: z.string(), text: z.string() })).describe('Most unusual first.'),
          }),
        ),
      })
      .optional()
      .describe(
        'Of a read without cursor: what differs from the day before in each briefing that the plan reads and that is served, of a paid call in those of the free tier. The first edition of a server has it too.',
      ),
    sample: z.boolean().describe('True if the events are invented.'),
  },
)

export type ServedEvent = z.infer<typeof servedEvent>
export type EventPage = z.infer<typeof eventPage>
