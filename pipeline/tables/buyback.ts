import { calendar, columnType, defineTable, recordingColumn } from './table.ts'

/** A buyback operation of the Treasury that is to come: a schedule stands whole until it is read again. */
export const plannedBuybackTable = defineTable({
  name: 'planned_buyback',
  comment: 'Buyback operations of the US Treasury to come, in every version recorded. Use v_planned_buyback for what stood when.',
  key: ['source', 'operation_day', 'bucket', 'starts', 'recording'],
  ...calendar,
  columns: [
    [
      'source',
      columnType<'tentative'>('VARCHAR NOT NULL'),
      'tentative: the schedule of the quarter, whose days and amounts may move.',
    ],
    ['operation_type', 'VARCHAR NOT NULL', 'Purpose as the Treasury writes it: Liquidity Support or Cash Management.'],
    ['securities', 'VARCHAR NOT NULL', 'Kind of securities as the Treasury writes it, such as NOMINAL COUPONS.'],
    ['bucket', 'VARCHAR NOT NULL', 'Name of the securities and maturities bought, such as Nominal Coupons 20Y to 30Y.'],
    ['maturity_from', 'DATE NOT NULL', 'Earliest maturity bought.'],
    ['maturity_to', 'DATE NOT NULL', 'Latest maturity bought.'],
    ['minimum', 'BIGINT', 'Least amount bought at par, US dollars; null if not stated.'],
    ['maximum', 'BIGINT NOT NULL', 'Largest amount bought at par, US dollars: a limit, less may be bought, or nothing.'],
    ['announcement_day', 'DATE NOT NULL', 'Day the operation is announced.'],
    ['operation_day', 'DATE NOT NULL', 'Day of the operation (New York).'],
    ['settlement_day', 'DATE NOT NULL', 'Day it is settled.'],
    ['starts', 'VARCHAR NOT NULL', 'When offers are taken from, HH:MM in New York.'],
    ['ends', 'VARCHAR NOT NULL', 'When offers are taken until, HH:MM in New York.'],
    ['due_at', 'TIMESTAMP NOT NULL', 'When the operation ends (UTC).'],
    recordingColumn,
  ],
})
