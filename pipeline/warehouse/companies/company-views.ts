import { lines } from '../../../data/companies/lines.ts'
import { issuerTable } from '../../tables/company.ts'
import { defineView, type SqlColumn, selectSql } from '../analysts/view.ts'
import { sqlQuoted } from '../sql.ts'

/** The lines as rows, in the order of their statements. */
const lineRows = `(VALUES ${lines
  .map(
    ({ line, statement, title, cost = false }, at) =>
      `(${sqlQuoted(line)}, ${sqlQuoted(statement)}, ${at + 1}, ${sqlQuoted(title)}, ${cost})`,
  )
  .join(', ')}) l(line, statement, position, title, cost)`

/** `us-gaap:NetIncomeLoss` -> `Net Income Loss` */
const wordsOf = (concept: string): string =>
  `regexp_replace(regexp_replace(${concept}, '[a-z-]+:', '', 'g'), '([a-z0-9])([A-Z])', '\\1 \\2', 'g')`

const columnsOfLines: readonly SqlColumn[] = [
  ['company', 'v.company', 'The company, by its issuer id.'],
  ['statement', 'l.statement', 'income, balance, cash_flow or shares.'],
  ['position', 'l.position', 'Place of the line in the order of the statements.'],
  ['line', 'v.line', 'Standard name of the line, such as revenue or total_assets.'],
  ['title', 'l.title', 'The line in words.'],
  ['cost', 'l.cost', 'True if the line lowers income or cash although it is filed positive.'],
  ['span', 'v.span', 'year, half, nine_months or quarter, by the number of days; instant for a balance sheet day.'],
  ['from_day', 'v.from_day', 'First day of the period; null for an instant.'],
  ['to_day', 'v.to_day', 'Last day of the period, or the balance sheet day.'],
  [
    'fiscal_year',
    'v.fiscal_year',
    'Fiscal year as the report on the period counts it; null for a balance sheet day, and if only later reports state the period.',
  ],
  ['value', 'v.value', 'The value as stated last, in the unit given.'],
  ['unit', 'v.unit', 'ISO code of the currency; with /shares for an amount per share; or shares.'],
  ['first_value', 'v.first_value', 'The value as stated first.'],
  [
    'restated',
    'v.versions > 1',
    'True if the value changed after it was first stated; counts and amounts per share also change with a split.',
  ],
  ['versions', 'v.versions', 'Number of values stated for the period.'],
  ['concept', 'v.concept', 'Concept under which it is filed; several joined by + where they were added up.'],
  [
    'label',
    `coalesce(v.label, ${wordsOf('v.concept')})`,
    'Its name as filed; in the USA the concept in words, as company facts do not have the name.',
  ],
  ['filing', 'v.filing', 'Number of the first report that states the value.'],
  ['form', 'v.form', 'Form of that report.'],
  ['known_on', 'v.known_on', 'Day that report was filed, in the time zone of the market.'],
  ['first_filing', 'v.first_filing', 'Number of the report that states the first value.'],
  ['first_known_on', 'v.first_known_on', 'Day that report was filed.'],
]

/** The newest version of each line and period among those of a relation that a condition lets through. */
const newestLines = (relation: string, condition: string): string =>
  `(SELECT company, line, unit, span, from_day, to_day, max(fiscal_year) AS fiscal_year, count(DISTINCT value) AS versions,
           arg_max(value, version) AS value, arg_max_null(other, version) AS other, arg_max(concept, version) AS concept, arg_max(label, version) AS label, arg_max(filing, version) AS filing,
           arg_max(form, version) AS form, max(known_on) AS known_on, arg_min(value, version) AS first_value,
           arg_min(filing, version) AS first_filing, min(known_on) AS first_known_on
    FROM ${relation} WHERE ${condition} GROUP BY ALL) v JOIN ${lineRows} ON l.line = v.line`

/** What was known of the lines of companies at the end of a day, as the body of a macro. */
export const companyAsKnown = (relation: string): string =>
  selectSql(columnsOfLines, newestLines(relation, 'known_on <= CAST(day AS DATE)'))

const tickers =
  '(SELECT company, list(code ORDER BY position) AS tickers, min(position) AS position, coalesce(arg_min(name, position), any_value(name ORDER BY code)) AS name FROM listing WHERE to_day IS NULL GROUP BY company)'

/** The day on which each filing of a company was filed, in the time zone of its market, by what names it. */
export const filedOnView = defineView(
  'v_filed_on',
  'Day on which filings of companies were filed, by what names them: indexes of filings, lists of periodic reports and of reports on ownership, news, and figures of statements other than those of the SEC.',
  [
    ['company', 'company', 'The company, by its issuer id.'],
    ['filing', 'filing', 'The filing, by its number at the source.'],
    ['filed', 'min(filed)', 'The day, in the time zone of the market.'],
  ],
  `(SELECT company, accession AS filing, filing_date AS filed FROM filing
    UNION ALL SELECT company, filing, filed FROM periodic_filing
    UNION ALL SELECT company, id, day FROM news_company JOIN news_record USING (source, id)
    UNION ALL SELECT company, filing, filed FROM ownership_filing
    UNION ALL SELECT r.company, r.filing, f.filed FROM ownership_report r JOIN ownership_filing f USING (filing)
    UNION ALL SELECT company, filing, filed FROM statement_fact) GROUP BY ALL`,
)

/**
 * Takes the newest cell of what the company files, else that of a list, which omits most. An empty list in the index of the SEC means a company
 * without tickers; a filing or a list elsewhere may omit them.
 */
const described = (column: string, type: string): string => {
  const stated = type.startsWith('JSON') ? `company LIKE 'us:%' OR CAST(${column} AS VARCHAR) <> '[]'` : `${column} IS NOT NULL`
  const newest = `first(${column} ORDER BY told_by, recorded_at DESC, recording DESC) FILTER (${stated})`
  return type.startsWith('JSON') ? `coalesce(${newest}, '[]')` : newest
}

const issuers = defineView(
  'v_issuer',
  'Companies as described by the authority they file with: each member from the newest that states it of what the company files or the index of its filings, else from a list.',
  issuerTable.columns.flatMap(([name, type, comment]): SqlColumn[] =>
    name === 'company'
      ? [[name, name, comment]]
      : name === 'told_by' || name === 'recording'
        ? []
        : [[name, name === 'recorded_at' ? 'max(recorded_at)' : described(name, type), comment]],
  ),
  'issuer GROUP BY company',
)

const namesOfCompany: readonly SqlColumn[] = [
  ['name', 'c.name', 'Its name.'],
  ['tickers', 'c.tickers', 'Its tickers.'],
]

/** What analysts ask of listed companies. */
export const companyViews = [
  filedOnView,
  issuers,
  defineView(
    'v_company',
    'Companies whose statements are read, with their tickers, industry and newest periods.',
    [
      ['company', 'c.company', 'The company, by its issuer id.'],
      ['name', 'coalesce(i.name, t.name)', 'Its name; null if neither the list of tickers nor its index of filings is read.'],
      [
        'tickers',
        'coalesce(t.tickers, from_json(i.tickers, \'["VARCHAR"]\'), [])',
        'Its tickers as the SEC spells them, or codes of an exchange.',
      ],
      ['position', 't.position', 'Place in the SEC list, which is ordered by market value; 1 is the largest; null if not on it.'],
      ['market', "split_part(c.company, ':', 1)", 'us, jp, kr, in or eu.'],
      ['country', 'i.country', 'Country or Canadian province of incorporation or address.'],
      ['industry_code', 'i.industry_code', 'Code of its industry, SIC in the USA, which decides the form of its statements.'],
      ['industry', 'i.industry', 'That industry in the words of the authority; null if none are stated.'],
      ['fiscal_year_end', 'i.fiscal_year_end', 'End of its fiscal year, MM-DD.'],
      ['filer_class', 'i.filer_class', 'Filer class today.'],
      ['newest_year', 'c.newest_year', 'Last day of the newest fiscal year with a value; null if none.'],
      [
        'newest_period',
        'c.newest_period',
        'Last day of the newest period or balance sheet with a value, the count of shares on the cover apart.',
      ],
      ['newest_filed', 'c.newest_filed', 'Day of the newest report that states a value not stated before.'],
      ['lines', 'c.lines', 'Number of lines with a value.'],
    ],
    `(SELECT company, max(to_day) FILTER (span = 'year') AS newest_year, max(to_day) FILTER (line <> 'shares_outstanding') AS newest_period,
             max(known_on) AS newest_filed, count(DISTINCT line) AS lines FROM company_line GROUP BY company) c
     LEFT JOIN v_issuer i ON i.company = c.company LEFT JOIN ${tickers} t ON t.company = c.company`,
  ),
  defineView(
    'v_company_line',
    'Lines of the statements of companies, one row per line and period, with the value stated last and the value stated first. Values are as filed: what a company briefing withholds is in it, what it derives (such as fourth quarters) is not.',
    columnsOfLines,
    newestLines('company_line', 'true'),
  ),
  defineView(
    'v_ratio',
    'Ratios of companies as in the newest edition, with formula and inputs.',
    [
      ['company', 'r.company', 'The company, by its issuer id.'],
      ...namesOfCompany,
      ['ratio', 'r.ratio', 'The ratio, such as gross_margin.'],
      ['block', 'r.block', 'The block of the briefing it is in.'],
      ['period', 'r.period', 'The twelve months it is of.'],
      ['value', 'r.value', 'The value, in the unit given; null if it has none.'],
      ['unit', 'r.unit', 'percent, times, days or currency.'],
      ['why', 'r.why', 'Why it has no value; null if it has.'],
      ['formula', 'r.formula', 'How it is calculated.'],
      ['inputs', 'r.inputs', 'Amounts it is calculated from, as JSON: [{line, period, value, filing}].'],
      ['known_since', 'r.known_since', 'Day of the last filing it needed; null without inputs.'],
    ],
    'company_ratio r LEFT JOIN v_company c ON c.company = r.company',
  ),
  defineView(
    'v_situation',
    'Situations of companies. Those on at the end of a day D: since <= D AND (ended_on IS NULL OR ended_on > D).',
    [
      ['company', 's.company', 'The company, by its issuer id.'],
      ...namesOfCompany,
      ['situation', 's.situation', 'The situation, such as non_reliance.'],
      ['severity', 's.severity', 'high, medium or low.'],
      ['since', 's.since', 'Day of the filing that began it.'],
      ['ended_on', 's.ended_on', 'Day it ended; null if it is on.'],
      ['ended_by', 's.ended_by', 'What ended it; null if it is on.'],
      ['form', 's.form', 'Form of the filing that began it.'],
      ['item', 's.item', 'Item of an 8-K that began it; null if its form or text did.'],
      ['quote', 's.quote', 'The sentence it is read from; null if lists of filings tell it.'],
      ['filing', 's.filing', 'The filing that began it, by its number at the source.'],
      ['url', 's.url', 'URL of it.'],
      ['ended_filing', 's.ended_filing', 'The filing that ended it; null if it is on, or if its time ran out.'],
    ],
    'company_situation s LEFT JOIN v_company c USING (company)',
  ),
  defineView(
    'v_guidance',
    'Guidance of companies as published, one row per statement of it. What stood at the end of a day D: known_on <= D AND (next_on IS NULL OR next_on > D).',
    [
      ['company', 'g.company', 'The company, by its issuer id.'],
      ...namesOfCompany,
      ['known_on', 'g.known_on', 'Day it was filed, in the time zone of the market.'],
      [
        'next_on',
        'g.next_on',
        'Day on which the next statement of the same measure, basis, period and unit was filed; null if it is the newest.',
      ],
      ['metric', 'g.metric', 'What is expected: revenue, eps, operating_margin ...; all for a withdrawal.'],
      ['basis', 'g.basis', 'reported, adjusted or constant currency.'],
      ['period', 'g.period', 'The period as the issuer counts it.'],
      ['low', 'g.low', 'Low end in the unit given; null if only a ceiling is stated.'],
      ['high', 'g.high', 'High end; null if only a floor is stated.'],
      [
        'unit',
        'g.unit',
        'ISO code of the currency, with /shares for an amount per share; percent; or growth_percent over the year before.',
      ],
      ['action', 'g.action', 'What the company says it does with it; null if only the range before tells.'],
      ['prior_low', 'g.prior_low', 'Low end of the range before, as the same document states it; null if it does not.'],
      ['prior_high', 'g.prior_high', 'High end of it.'],
      ['quote', 'g.quote', 'The passage it is read from.'],
      ['filing', 'g.filing', 'The filing, by its number at the source.'],
      ['url', 'g.url', 'URL of the document.'],
    ],
    `(SELECT *, min(known_on) OVER (PARTITION BY company, metric, basis, period, unit ORDER BY known_on RANGE BETWEEN INTERVAL 1 DAY FOLLOWING AND UNBOUNDED FOLLOWING) AS next_on
      FROM (SELECT o.*, coalesce(f.filed, r.made_at::DATE) AS known_on FROM company_guidance o LEFT JOIN v_filed_on f USING (company, filing)
            JOIN recording r ON r.id = o.recording)) g LEFT JOIN v_company c USING (company)`,
  ),
]
