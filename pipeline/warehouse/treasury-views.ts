import { companies } from '../../data/companies.ts'
import { quoted } from './sql.ts'

/** Column of a view on `v_treasuries`: its name, the SQL it is made of, its comment. */
type Column = readonly [name: string, sql: string, comment: string]

const head: readonly Column[] = [
  ['ticker', 'ticker', 'The company.'],
  ['company', 'company', 'The company, by its issuer id.'],
  ['company_name', "document ->> '$.company_name'", 'Its name.'],
  ['as_of', 'as_of', 'Day of the document, as known at the end of that day (UTC).'],
]
const foot: readonly Column[] = [
  ['computed_at', 'computed_at', 'Logical time of the run that computed it (UTC).'],
  ['version', 'version', '1 for the first version for the day.'],
  ['newest', 'newest', 'True for the latest version.'],
]

const text = (path: string): string => `document ->> '$.${path}'`
/** A figure as filed, or a sum of such. */
const amount = (path: string): string => `CAST(document ->> '$.${path}' AS DECIMAL(38,8))`
const number = (path: string): string => `CAST(document ->> '$.${path}' AS DOUBLE)`
const day = (path: string): string => `CAST(document ->> '$.${path}' AS DATE)`

const issuers = `(VALUES ${companies.map(({ ticker, id }) => `(${quoted(ticker)}, ${quoted(id)})`).join(', ')}) c(ticker, company)`

const view = (name: string, comment: string, where: string, columns: readonly Column[]) => {
  const all = [...head, ...columns, ...foot]
  return {
    name,
    comment,
    columns: all.map(([, , explanation]) => explanation),
    sql: `SELECT ${all.map(([as, sql]) => `${sql} AS ${as}`).join(', ')} FROM v_treasuries LEFT JOIN ${issuers} USING (ticker) WHERE ${where}`,
  }
}

/** What is said of the treasuries, each version of each day: of it nothing became known after its `as_of`. */
export const treasuryViews = [
  {
    name: 'v_treasuries',
    comment: 'The treasury document of each company for each day, as served.',
    columns: [
      'The company.',
      'Day of the document, as known at the end of that day (UTC).',
      'The document, without its day, the day counts that depend on it and its timestamps.',
      'Logical time of the run that computed it (UTC).',
      '1 for the first version for the day.',
      'True for the latest version.',
    ],
    sql: `SELECT ticker, as_of, document, computed_at, version, newest
          FROM (SELECT *, version = max(version) OVER (PARTITION BY ticker, as_of) AS newest FROM treasury)
          JOIN treasury_document ON id = said`,
  },
  view('v_holdings', 'The bitcoin holding of each company for each day, or why no count is shown.', 'true', [
    ['precision', text('holding.precision'), 'exact (as filed) or estimate; null if no count is shown.'],
    ['btc_exact', amount('holding.btc_exact'), 'The filed count (BTC); null for an estimate.'],
    ['btc_display', number('holding.btc_display'), 'To three significant digits (BTC).'],
    ['stated_for', day('holding.as_of'), 'Day the count is stated for, or day it was read.'],
    ['age_days', `CAST(as_of - ${day('holding.as_of')} AS INTEGER)`, 'Days from it to as_of.'],
    ['freshness', text('holding.freshness.status'), 'fresh, late or stale.'],
    ['known_at', `CAST(${text('holding.known_at')} AS TIMESTAMP)`, 'When the count became known (UTC).'],
    ['source', text('holding.source.name'), 'The filing, or the third party.'],
    ['filing_url', text('holding.filing_url'), 'URL of the filed document.'],
    ['how', text('holding.reading.how'), 'How it was read: dimension, tag, custom tag, table or sentence.'],
    [
      'reason',
      `CASE WHEN json_type(document, '$.holding') = 'OBJECT' THEN NULL ELSE coalesce(${text('withheld.reason')}, 'No source on record counts its bitcoins.') END`,
      'Why no count is shown; null if one is.',
    ],
  ]),
  view(
    'v_adjudications',
    'Material disagreements between two sources: the verdict, the rule, and both readings.',
    "json_type(document, '$.holding.adjudication') = 'OBJECT'",
    [
      ['known_at', `CAST(${text('holding.known_at')} AS TIMESTAMP)`, 'When the accepted count became known (UTC).'],
      ['verdict', text('holding.adjudication.verdict'), 'Which reading was accepted.'],
      ['rule', text('holding.adjudication.rule'), 'The rule applied.'],
      ['decided_on', day('holding.adjudication.decided_on'), 'Day of the decision.'],
      [
        'difference_percent',
        number('holding.adjudication.difference_percent'),
        'Difference of the other reading from the accepted one, percent.',
      ],
      ['standing_btc', amount('holding.adjudication.evidence[0].btc'), 'The accepted count (BTC).'],
      ['standing_url', text('holding.adjudication.evidence[0].url'), 'URL of the accepted reading.'],
      ['other_btc', amount('holding.adjudication.evidence[1].btc'), 'The other reading (BTC).'],
      ['other_source', text('holding.adjudication.evidence[1].source'), 'Source of the reading.'],
      ['other_url', text('holding.adjudication.evidence[1].url'), 'URL of the other reading.'],
    ],
  ),
  view(
    'v_financing',
    'Financing as stated in the latest periodic report of each company. Amounts in US dollars.',
    "json_type(document, '$.financing') = 'OBJECT'",
    [
      ['balance_sheet_day', day('financing.as_of'), 'Day the amounts are stated for.'],
      ['filed', day('financing.filing.filed'), 'Day the report was filed.'],
      [
        'senior_claims_usd',
        amount('financing.senior_claims_usd'),
        'Debt principal and preferred stock at liquidation preference (USD).',
      ],
      ['debt_principal_usd', amount('financing.debt_principal_usd'), 'Debt at principal (USD).'],
      ['preferred_usd', amount('financing.preferred_usd'), 'Preferred stock at liquidation preference (USD).'],
      ['due_within_24_months_usd', amount('financing.due_within_24_months_usd'), 'Principal due within 24 months (USD).'],
      ['btc', amount('financing.btc'), 'Bitcoins stated in the same report (BTC).'],
      ['btc_fair_value_usd', amount('financing.btc_fair_value_usd'), 'What those bitcoins are carried at (USD).'],
      ['btc_cost_usd', amount('financing.btc_cost_usd'), 'What those bitcoins cost, where the report tags it (USD).'],
      ['total_assets_usd', amount('financing.total_assets_usd'), 'Total assets (USD).'],
      ['missing', text('financing.missing'), 'Figures that are not read from the report, as JSON.'],
      ['filing_url', text('financing.filing_url'), 'URL of the report.'],
    ],
  ),
  view(
    'v_mnav',
    'Market value over the value of the bitcoins held, as shown, or why it was not shown.',
    "json_exists(document, '$.mnav')",
    [
      ['mnav', number('mnav.value'), 'The ratio; null if none was shown.'],
      ['basis', text('mnav.basis'), 'in house or third party.'],
      ['session', day('mnav.as_of'), 'Trading session of the close, or day it was read.'],
      ['enterprise_value', number('mnav.enterprise_value'), 'The ratio based on enterprise value.'],
      ['note', text('mnav_note'), 'Why no ratio was shown.'],
    ],
  ),
] as const
