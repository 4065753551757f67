import { type LineId, lines } from '../../../data/companies/lines.ts'
import { companyMarkets } from '../../../data/companies/markets.ts'
import type { LineTags } from '../../../data/companies/tags/line-tags.ts'
import { sumIdentities } from '../../../data/companies/witnesses.ts'
import { currentReportForms, foreignCurrentReportForms, statementReportForms } from '../../feeds/sec-forms.ts'
import { amongCompaniesSql, sqlQuoted } from '../sql.ts'
import type { Store } from '../store.ts'

/**
 * Companies derived in one statement: so many that the columns of their facts fill some row groups, so few that what is sorted stays in memory.
 */
const together = 20

/**
 * Forms whose facts state the financial statements of a company. A proxy statement does not: its pay-versus-performance table tags net income
 * rounded, is filed after the annual report and even takes the SEC's frame.
 */
const statementForms = [...statementReportForms, ...foreignCurrentReportForms, ...currentReportForms]

/**
 * Derives `company_line` again for companies (issuer ids), from all facts of their reports. Being a function of these, the result does not
 * depend on the order of loading.
 *
 * Of the concepts of a line the first that a filing states for its own period (its last day, the longest span) counts for every period of
 * that filing: another one may be a part, as the quarterly tables of annual reports and the notes have it, or the cash that a cash flow
 * statement begins with. An unchanged value makes no row.
 */
export async function deriveCompanyLines(store: Store, companies: readonly string[]): Promise<void> {
  const inOrder = companies.toSorted()
  for (let at = 0; at < inOrder.length; at += together) {
    const batch = amongCompaniesSql(inOrder.slice(at, at + together))
    await store.connection.run(`DELETE FROM company_line WHERE ${batch}`)
    await store.connection.run(`INSERT INTO company_line ${linesIn(batch)}`)
  }
}

const prefixed = (name: string) => (name.includes(':') ? name.replace(/^ifrs:/, 'ifrs-full:') : `us-gaap:${name}`)

/** The concepts of a market in which they are not those of us-gaap and ifrs-full. */
const ofMarkets = companyMarkets.map((market): LineTags => ('tags' in market ? market.tags : {}))

/**
 * The concepts of all lines as rows: by `rank` the first counts, `slot` 0 stands for the line and any other for a part of it; `bar` is the
 * concept beside which it does not count.
 */
const tags = lines.flatMap((row) => {
  const { line, statement, unit = 'currency', tags, parts = [], unless = {}, greatest = false, wins } = row
  const instant = statement === 'balance' || line === 'shares_outstanding'
  const elsewhere = ofMarkets.flatMap(({ [line]: names = [] }) => {
    const slots = 'parts' in names ? [names.tags ?? [], ...names.parts] : [names]
    return slots.flatMap((concepts, slot) =>
      concepts.map((concept, rank) => [line, concept, slot, rank, false, instant, unit, null, 1, true] as const),
    )
  })
  const own = [tags, ...parts].flatMap((names, slot) =>
    names.map((name, rank) => {
      const bar = unless[name]
      const taxonomy = name.startsWith('ifrs:') ? 'ifrs:' : ''
      return [
        line,
        prefixed(name),
        slot,
        name === wins ? -1 : rank,
        greatest !== false,
        instant,
        unit,
        bar === undefined ? null : prefixed(taxonomy + bar),
        row.everyPart ? parts.length : 1,
        greatest !== true,
      ]
    }),
  )
  return [...own, ...elsewhere]
})

/** Lines, companies and filings are numbers within the statement: texts this long are slow to compare, and each row is compared often. */
const numberOf = (line: LineId): number => lines.findIndex((row) => row.line === line) + 1

/** Parts of a line with the concepts of its whole and of the rest of it. */
const remainderRows = lines
  .flatMap(({ remainders = {} }) => Object.entries(remainders).map(([part, pair]) => [part, ...pair].map(prefixed)))
  .map((row) => `(${row.map(sqlQuoted).join(', ')})`)
  .join(', ')

/** A line, and two others that it is the sum (1) or the difference (-1) of. */
const witnessRows = sumIdentities
  .flatMap(({ whole, parts: [one, other] }) =>
    one === undefined || other === undefined
      ? []
      : [[whole, one, 1, other] as const, [one, whole, -1, other] as const, [other, whole, -1, one] as const],
  )
  .map(([line, one, sign, other]) => `(${numberOf(line)}, ${numberOf(one)}, ${sign}, ${numberOf(other)})`)
  .join(', ')

/** The power of ten that an amount is stated to. */
const stepOf = (value: string) => {
  const digits = `CAST(CAST(abs(${value}) AS HUGEINT) AS VARCHAR)`
  const places = `rtrim(split_part(CAST(abs(${value}) AS VARCHAR), '.', 2), '0')`
  return `CASE WHEN ${value} = 0 THEN 0 WHEN ${value} % 1 <> 0 THEN pow(10, -length(${places})) ELSE pow(10, length(${digits}) - length(rtrim(${digits}, '0'))) END`
}

/** The unit that it may be stated in: a million at most. */
const unitOf = (value: string) =>
  `CASE WHEN ${value} % 1000000 = 0 THEN 1e6 WHEN ${value} % 100000 = 0 THEN 1e5 WHEN ${value} % 1000 = 0 THEN 1e3 WHEN ${value} % 1 = 0 THEN 1 ELSE 0.01 END`

const literal = (value: string | number | boolean | null) => (typeof value === 'string' ? sqlQuoted(value) : String(value))
const tagRows = tags.map(([line, ...row]) => `(${[numberOf(line as LineId), ...row].map(literal).join(', ')})`).join(', ')
const lineNames = `[${lines.map(({ line }) => sqlQuoted(line)).join(', ')}]`

/** Days of the spans that are served: quarters of 12 to 17 weeks are some. */
const spanOf = `CASE WHEN from_day IS NULL THEN 'instant' WHEN days BETWEEN 80 AND 121 THEN 'quarter' WHEN days BETWEEN 160 AND 200 THEN 'half'
  WHEN days BETWEEN 245 AND 290 THEN 'nine_months' WHEN days BETWEEN 350 AND 380 THEN 'year' END`

/**
 * Amounts filed outside the USA with their days. A source that names fiscal periods names the calendar year in which its quarter ends. An amount
 * of the company alone counts where no report of the group on the same day was filed within two months. Those that only a securities code names
 * (`jp:6743`) wait for a list that says whose it is.
 */
const statementFacts = (batch: string) => `
  WITH placed AS (
    SELECT f.* EXCLUDE (from_day, to_day, filed, basis), f.from_day, f.to_day,
           -- a list of filings says when a report was filed where the report does not
           CASE WHEN f.basis = 'filed' THEN coalesce(f.filed, l.filing_date) ELSE coalesce(l.filing_date, f.filed) END AS filed,
           CASE WHEN l.filing_date IS NULL THEN f.basis ELSE 'filed' END AS basis,
           -- the last day of the fiscal quarter, less whole months
           last_day(make_date(f.end_year, CAST((month(e.year_end) + 3 * f.end_quarter - 1) % 12 + 1 AS INTEGER), 1) - to_months(f.months_back)) AS counted
    FROM (FROM statement_fact WHERE ${batch} AND NOT regexp_full_match(company, 'jp:[0-9].{3}')) f
    LEFT JOIN (SELECT company, try_cast('2000-' || fiscal_year_end AS DATE) AS year_end FROM v_issuer WHERE ${batch}) e ON e.company = f.company
    LEFT JOIN filing l ON l.accession = f.filing),
  dated AS (
    SELECT company, filing, scope, concept, label, unit, value, form, filed, basis, coalesce(to_day, counted) AS to_day,
           CASE WHEN to_day IS NOT NULL THEN from_day WHEN months > 0 THEN CAST(date_trunc('month', counted) - to_months(months - 1) AS DATE) END AS from_day
    FROM placed WHERE coalesce(to_day, counted) IS NOT NULL AND filed IS NOT NULL),
  of_group AS (SELECT company, to_day, min(filed) AS filed FROM dated WHERE scope = 'consolidated' GROUP BY ALL)
  SELECT d.* FROM dated d LEFT JOIN of_group g ON g.company = d.company AND g.to_day = d.to_day
  WHERE d.scope = 'consolidated' OR g.filed IS NULL OR g.filed > d.filed + 60`

/** All values that the lines of companies have had (`batch` says in SQL which). */
function linesIn(batch: string): string {
  return `WITH tag (line, concept, slot, rank, greatest, instant, kind, bar, needed, ranked) AS (VALUES ${tagRows}),
    -- what is read of the table, once: a second scan would cost as much again
    named AS MATERIALIZED (
      SELECT company, filing, concept, NULL AS label, unit, from_day, to_day, value, form, filed, 'filed' AS basis, fy FROM company_fact
      WHERE ${batch} AND form IN (${statementForms.map(sqlQuoted).join(', ')}) AND concept IN (SELECT concept FROM tag UNION SELECT bar FROM tag)
      UNION ALL
      SELECT company, filing, concept, label, unit, from_day, to_day, value, form, filed, basis, NULL FROM (${statementFacts(batch)})
      WHERE concept IN (SELECT concept FROM tag)),
    -- filings in the order of their names, those of companies outside the USA below zero
    number AS MATERIALIZED (
      SELECT company, filing, CASE WHEN company LIKE 'us:%' THEN 1 ELSE -1 END * (dense_rank() OVER (ORDER BY company))::INTEGER AS company_no,
             (row_number() OVER (ORDER BY company, filing))::INTEGER AS filing_no
      FROM (SELECT DISTINCT company, filing FROM named)),
    fact AS MATERIALIZED (
      SELECT n.company_no AS company, n.filing_no AS filing, f.* EXCLUDE (company, filing)
      FROM named f JOIN number n ON n.company = f.company AND n.filing = f.filing),
    matched AS (
      SELECT f.company, f.filing, t.line, t.slot, t.rank, t.greatest, t.bar, t.needed, t.ranked, t.kind, t.instant, f.concept, f.label, f.unit, f.from_day, f.to_day, f.form, f.filed, f.basis, f.fy,
             coalesce(datediff('day', f.from_day, f.to_day) + 1, 0) AS days,
             min(f.value) AS low, max(f.value) AS high
      FROM fact f JOIN tag t ON t.concept = f.concept
      WHERE t.instant = (f.from_day IS NULL) AND f.to_day <= f.filed
        AND CASE t.kind WHEN 'currency' THEN length(f.unit) = 3 WHEN 'shares' THEN f.unit = 'shares' ELSE f.unit LIKE '___/shares' END
      GROUP BY ALL),
    -- of two amounts of one fact the finer one, where the other is it, rounded; else both are kept
    twice AS (
      SELECT *, CASE WHEN fine.step <= rough.step THEN [low, high] ELSE [high, low] END AS amounts, greatest(fine.step, rough.step) AS rounding
      FROM (SELECT *, {step: ${stepOf('low')}} AS fine, {step: ${stepOf('high')}} AS rough FROM matched WHERE low < high)),
    exact AS MATERIALIZED (
      SELECT * EXCLUDE (low, high), low AS value, NULL AS other FROM matched WHERE low = high
      UNION ALL
      SELECT * EXCLUDE (low, high, fine, rough, amounts, rounding), amounts[1],
             CASE WHEN abs(high - low) > rounding * CASE WHEN 100 * rounding <= abs(amounts[1]) THEN 1 ELSE 0.5 END THEN amounts[2] END
      FROM twice),
    -- a report in two currencies: the one of most of its facts
    currency AS (SELECT company, filing, mode(unit) AS unit FROM exact WHERE kind = 'currency' GROUP BY ALL),
    barred AS (SELECT DISTINCT company, filing, concept FROM fact WHERE value <> 0 AND concept IN (SELECT bar FROM tag)),
    counted AS MATERIALIZED (
      SELECT m.*, ${spanOf} AS span, ${unitOf('m.value')} AS step, 1000 * datediff('day', DATE '1970-01-01', m.to_day) + m.days AS reach
      FROM exact m LEFT JOIN currency c ON c.company = m.company AND c.filing = m.filing
           LEFT JOIN barred b ON b.company = m.company AND b.filing = m.filing AND b.concept = m.bar
      WHERE b.concept IS NULL AND (m.kind = 'shares' OR m.unit[:3] = c.unit)),
    -- what a part of a line must be by the whole and the rest of it that a report states
    remainder AS (
      SELECT w.company, w.filing, p.part, w.unit, w.to_day, w.value AS whole, w.value - r.value AS value
      FROM (VALUES ${remainderRows}) p (part, whole, rest)
           JOIN fact w ON w.concept = p.whole
           JOIN fact r ON r.company = w.company AND r.filing = w.filing AND r.concept = p.rest AND r.unit = w.unit AND r.to_day = w.to_day AND r.from_day IS NULL
      WHERE w.from_day IS NULL),
    -- the longest span of a filing up to its last day: its fiscal year or what has passed of it
    report AS (SELECT company, filing, max(reach) FILTER (NOT instant) AS reach FROM counted GROUP BY ALL),
    own AS (SELECT company, filing, line, max(reach) AS reach FROM counted GROUP BY ALL),
    candidate AS MATERIALIZED (
      SELECT c.* FROM counted c JOIN own o ON o.company = c.company AND o.filing = c.filing AND o.line = c.line AND o.reach = c.reach),
    -- concepts whose amount is the sum, or the difference, of two other lines of the report
    asked AS MATERIALIZED (
      SELECT c.company, c.filing, c.line, c.concept, c.reach, c.value, c.step, w.one, w.sign, w.other
      FROM candidate c JOIN (VALUES ${witnessRows}) w (line, one, sign, other) ON w.line = c.line WHERE c.value <> 0),
    answered AS MATERIALIZED (
      SELECT c.*, a.value AS first, a.step AS first_step FROM asked c
           JOIN candidate a ON a.company = c.company AND a.filing = c.filing AND a.reach = c.reach AND a.line = c.one AND a.concept <> c.concept),
    witnessed AS MATERIALIZED (
      SELECT DISTINCT c.company, c.filing, c.line, c.concept FROM answered c
           JOIN candidate b ON b.company = c.company AND b.filing = c.filing AND b.reach = c.reach AND b.line = c.other AND b.concept <> c.concept
      WHERE abs(c.value - c.first - c.sign * b.value) <= 2 * greatest(c.step, c.first_step, b.step)),
    -- concepts that a report states to a coarser step than its statements are in: those of a note
    coarse AS (
      SELECT c.company, c.filing, c.concept FROM counted c
           JOIN (SELECT company, filing, mode(step) AS step FROM candidate WHERE kind = 'currency' GROUP BY ALL) s ON s.company = c.company AND s.filing = c.filing
      WHERE c.kind = 'currency'
      GROUP BY c.company, c.filing, c.concept
      HAVING count(DISTINCT c.reach) > 1 AND min(c.step) >= 100 * any_value(s.step)),
    chosen AS (
      SELECT c.company, c.filing, c.line, c.slot,
             arg_min(c.concept, [CASE WHEN c.rank < 0 THEN 0 ELSE 1 END, CASE WHEN w.concept IS NULL THEN 1 ELSE 0 END, CASE WHEN n.concept IS NULL THEN 0 ELSE 1 END,
                                 CASE WHEN c.greatest THEN -CAST(c.value AS DOUBLE) ELSE 0 END, c.rank]) AS concept
      FROM candidate c
           LEFT JOIN witnessed w ON w.company = c.company AND w.filing = c.filing AND w.line = c.line AND w.concept = c.concept
           LEFT JOIN coarse n ON n.company = c.company AND n.filing = c.filing AND n.concept = c.concept
      GROUP BY ALL),
    firm AS (
      SELECT c.* FROM counted c
           JOIN chosen h ON h.company = c.company AND h.filing = c.filing AND h.line = c.line AND h.slot = c.slot AND h.concept = c.concept),
    -- outside the USA a summary states the line again, and for years that the statements do not have: where both state one amount for the filing's own period
    twin AS (
      SELECT DISTINCT c.company, c.filing, c.line, c.slot, c.concept, f.rank FROM counted c
           JOIN own o ON o.company = c.company AND o.filing = c.filing AND o.line = c.line AND o.reach = c.reach
           JOIN firm f ON f.company = c.company AND f.filing = c.filing AND f.line = c.line AND f.slot = c.slot AND f.reach = c.reach
                      AND f.unit = c.unit AND f.value = c.value AND f.concept <> c.concept
      WHERE c.company < 0),
    again AS (
      SELECT c.* REPLACE (t.rank AS rank) FROM counted c
           JOIN twin t ON t.company = c.company AND t.filing = c.filing AND t.line = c.line AND t.slot = c.slot AND t.concept = c.concept
           ANTI JOIN firm f ON f.company = c.company AND f.filing = c.filing AND f.line = c.line AND f.slot = c.slot AND f.reach = c.reach AND f.unit = c.unit),
    picked AS (
      SELECT c.*, o.reach AS last, r.reach AS period FROM (FROM firm UNION ALL FROM again) c
           JOIN own o ON o.company = c.company AND o.filing = c.filing AND o.line = c.line
           JOIN report r ON r.company = c.company AND r.filing = c.filing
      WHERE c.span IS NOT NULL OR (c.reach = r.reach AND c.days > 30 AND c.line IN (${numberOf('revenue')}, ${numberOf('net_income')}))),
    stated AS (
      SELECT company, filing, line, unit, coalesce(span, 'other') AS span, from_day, to_day, form, filed, basis, CASE WHEN reach = period THEN fy END AS fiscal_year,
             reach = last AS own, CASE WHEN NOT ranked OR bar IS NOT NULL THEN 0 ELSE rank END AS rank, value, other, concept, label
      FROM picked WHERE slot = 0
      UNION ALL
      -- parts add up where the filing states no concept for the whole line; in the USA equal ones are one amount tagged twice, as Marvell tags a loan
      SELECT company, filing, line, unit, span, from_day, to_day, any_value(form), any_value(filed), any_value(basis), any_value(CASE WHEN reach = period THEN fy END),
             bool_or(reach = last), 100, CASE WHEN any_value(company) > 0 THEN sum(DISTINCT value) ELSE sum(value) END, any_value(coalesce(other, rest)),
             string_agg(concept, ' + ' ORDER BY slot), string_agg(label, ' + ' ORDER BY slot)
      FROM (
        SELECT p.*, r.value AS rest FROM picked p ANTI JOIN chosen w ON w.company = p.company AND w.filing = p.filing AND w.line = p.line AND w.slot = 0
             LEFT JOIN remainder r ON r.company = p.company AND r.filing = p.filing AND r.part = p.concept AND r.unit = p.unit AND r.to_day = p.to_day AND abs(r.value - p.value) > greatest(2 * p.step, r.whole / 100))
      WHERE slot > 0 AND span IS NOT NULL GROUP BY ALL
      HAVING count(DISTINCT slot) >= any_value(needed)),
    -- of a comparative period an amount under a later concept of the line is a part or wider, not a restatement
    whole AS (
      SELECT * FROM stated
      WINDOW earlier AS (PARTITION BY company, line, unit, span, from_day, to_day ORDER BY filed, filing)
      QUALIFY own OR rank <= min(rank) OVER earlier OR value = arg_min(value, rank) OVER earlier),
    changed AS (
      SELECT *, lag(value) OVER chain AS before, lag(other) OVER chain AS other_before, lag(concept) OVER chain AS concept_before FROM whole
      WINDOW chain AS (PARTITION BY company, line, unit, span, from_day, to_day ORDER BY filed, filing))
    SELECT n.company, ${lineNames}[c.line], span, from_day, to_day, unit, value, other, concept, label, n.filing, form, filed, basis, fiscal_year,
           row_number() OVER (PARTITION BY c.company, c.line, unit, span, from_day, to_day ORDER BY filed, c.filing)
    FROM changed c JOIN number n ON n.filing_no = c.filing WHERE before IS NULL OR value <> before OR other IS DISTINCT FROM other_before OR concept <> concept_before`
}
