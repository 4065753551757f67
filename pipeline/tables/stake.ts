import { defineTable, type RowOf } from './table.ts'

/** Not derived from recordings: a copy of the ledger of the editions (`pipeline/editions/stakes.ts`), which decides. */
export const stakeTable = defineTable({
  name: 'stake',
  comment:
    'The forward record, one row per stake: what was published as a probability, and its outcome once it was due. Use v_record for its statistics.',
  key: ['id'],
  columns: [
    ['id', 'VARCHAR NOT NULL', 'Metric or regime, claim, days ahead and period, separated by slashes.'],
    ['entered', 'VARCHAR NOT NULL', 'published: with the edition that published it; after: later, from a past edition.'],
    ['published_at', 'TIMESTAMP NOT NULL', 'When its document was published (UTC).'],
    ['document', 'VARCHAR NOT NULL', 'The document that carries it, such as metric/vix.'],
    ['fingerprint', 'VARCHAR NOT NULL', 'Fingerprint of that document.'],
    ['metric', 'VARCHAR', 'The metric; null for the regime.'],
    ['claim', 'VARCHAR NOT NULL', 'Direction of the signal, or the regime that the probability refers to.'],
    ['way', 'SMALLINT', 'Where the metric should move: 1 up, -1 down, 0 no more than usual; null for the regime.'],
    ['called', 'BOOLEAN NOT NULL', 'False for a regime that was not the most likely one.'],
    ['horizon_days', 'INTEGER NOT NULL', 'Days ahead that the probability refers to.'],
    ['as_of', 'DATE NOT NULL', 'Day of the document.'],
    ['period', 'DATE NOT NULL', 'Period of the value it starts from; for the regime, the day.'],
    ['value', 'DOUBLE', 'That value as published; for the regime, the 21-day mean score.'],
    ['probability', 'DOUBLE NOT NULL', 'Published probability that the claim comes true, 0 to 1.'],
    ['base', 'DOUBLE NOT NULL', 'Base rate of such a claim at that time, 0 to 1.'],
    ['persistence', 'DOUBLE NOT NULL', '1 if the claim comes true should the past window repeat or the regime stay, else 0.'],
    ['method', 'VARCHAR NOT NULL', 'Methodology version: reading.method, or that of the formulas for the regime.'],
    ['due', 'DATE NOT NULL', 'First day on which the outcome can be known.'],
    ['segment', 'VARCHAR NOT NULL', 'SHA-256 of the segment of the ledger that entered it.'],
    ['graded_as_of', 'DATE', 'Day as of which it was graded; null while unresolved.'],
    ['value_from', 'DOUBLE', 'The starting value as known on that day; null for the regime.'],
    ['period_to', 'DATE', 'Period of the value that decided.'],
    ['value_to', 'DOUBLE', 'That value; null for the regime.'],
    ['came_true', 'BOOLEAN', 'Whether the claim came true.'],
    ['graded_in', 'VARCHAR', 'SHA-256 of the segment of the ledger that graded it.'],
  ],
})

export type StakeRow = RowOf<typeof stakeTable>

type Graded = 'graded_as_of' | 'value_from' | 'period_to' | 'value_to' | 'came_true'

/** A stake as the ledger enters it. */
export type Stake = Omit<StakeRow, Graded | 'segment' | 'graded_in'>
/** Its outcome, a row of the ledger too: a grade never changes a stake. */
export type Grade = {
  readonly [Name in Graded]: Exclude<StakeRow[Name], Name extends 'value_from' | 'value_to' ? never : null>
} & {
  readonly stake: string
}
