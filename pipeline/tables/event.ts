import { defineTable, type RowOf } from './table.ts'

/** Not derived from recordings: what editions told of when they were published. `briefing rebuild` takes the rows over. */
export const eventTable = defineTable({
  name: 'event',
  comment:
    'Change events as they were published, one row per event. GET /api/events keeps them for 30 days, this table for good.',
  key: ['cursor'],
  columns: [
    ['cursor', 'BIGINT NOT NULL', 'The id of the event: without gaps, in the order of publication.'],
    [
      'type',
      'VARCHAR NOT NULL',
      'state.changed, release.published, company.news, company.figures_updated or company.situation_changed.',
    ],
    ['known_at', 'TIMESTAMP NOT NULL', 'When it was published (UTC).'],
    [
      'happened_on',
      'DATE NOT NULL',
      'First day of the new state, day of the release (UTC), or date of the filing or report as its source shows it.',
    ],
    ['happened_at', 'TIMESTAMP', 'When it happened (UTC); null if only the day is known.'],
    ['briefing', 'VARCHAR', 'The briefing whose state changed; null otherwise.'],
    ['before', 'VARCHAR', 'Its state before.'],
    ['after', 'VARCHAR', 'Its state after.'],
    ['revised', 'DATE', 'The past day whose state was revised; null if the state of today changed.'],
    ['release', 'VARCHAR', 'The release; null otherwise.'],
    ['period', 'DATE', 'Last day of the week or fiscal period it describes, or day of the auction or decision.'],
    [
      'about',
      'VARCHAR',
      'Which of several of one day, such as term and CUSIP of an auction; name of the fiscal period of a company.',
    ],
    ['company', 'VARCHAR', 'The company that filed or whose figures were updated, by its issuer id; null otherwise.'],
    ['record', 'VARCHAR', 'Id of the filing: v_news.id.'],
    ['kinds', 'VARCHAR', 'Kinds of the filing, comma separated; empty if its items were not known.'],
    ['document', 'VARCHAR NOT NULL', 'Path to fetch.'],
    ['rule', 'VARCHAR NOT NULL', 'Path of the rule that produced it.'],
  ],
})

export type EventRow = RowOf<typeof eventTable>
