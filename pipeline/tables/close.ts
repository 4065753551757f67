import { defineTable, type RowOf, recordingNoColumn } from './table.ts'

/** What providers give of a session. Which of them counts is in `v_close` (`warehouse/closes.ts`). */
export const closeTable = defineTable({
  name: 'close',
  comment:
    'Unadjusted closes of listed lines, as each provider gives them: every value a provider has given of a session, by the first recording that has it. Use v_close for one value per session.',
  recording: 'recording_no',
  onConflict: 'earliest',
  standing: true,
  per: ['feed', 'market', 'line', 'session', 'value'],
  columns: [
    ['feed', 'VARCHAR NOT NULL', 'The provider: a feed of data/close-providers.ts.'],
    ['market', 'VARCHAR NOT NULL', 'us, jp, kr, in or eu, as in issuer ids.'],
    [
      'line',
      'VARCHAR NOT NULL',
      'The listed line as of the session: ticker in the USA, without a sign before its class (BRKB), code in Japan and Korea, ISIN in India and Europe.',
    ],
    ['session', 'DATE NOT NULL', 'Day of the session on the exchange.'],
    ['value', 'DOUBLE NOT NULL', 'Close as traded, in the unit given: neither splits nor dividends are taken out.'],
    ['unit', 'VARCHAR NOT NULL', 'ISO code of its currency.'],
    ['shares', 'DOUBLE', 'Listed shares of the line on that day; null where the provider gives none.'],
    ['due_at', 'TIMESTAMP NOT NULL', 'When the provider publishes the session at the latest (UTC).'],
    recordingNoColumn,
  ],
})
export type CloseRow = RowOf<typeof closeTable>

/** Only what a source declares: the jump of a price is never the ratio. */
export const splitTable = defineTable({
  name: 'split',
  comment: 'Splits of listed lines as providers declare them.',
  recording: 'recording_no',
  onConflict: 'newest',
  per: ['feed', 'market', 'line', 'session'],
  columns: [
    ['feed', 'VARCHAR NOT NULL', 'The provider: a feed.'],
    ['market', 'VARCHAR NOT NULL', 'us, jp, kr, in or eu, as in issuer ids.'],
    ['line', 'VARCHAR NOT NULL', 'The listed line as of the session.'],
    ['session', 'DATE NOT NULL', 'First session at the new price.'],
    ['ratio', 'DOUBLE NOT NULL', 'New shares for an old one.'],
    recordingNoColumn,
  ],
})
export type SplitRow = RowOf<typeof splitTable>
