import { companyById } from '../../data/companies.ts'
import { documentRows } from '../companies/documents/index.ts'
import { marketOf } from '../companies/markets/index.ts'
import { type StatementLine, statementFromLines, statementLines } from '../companies/statement.ts'
import type { LoadableBody, ParsedBody, ReportDocument } from '../feeds/feed.ts'
import type { Fact, TextBlock } from '../filings/fact.ts'
import type { FactRow, NoteRow, StatedCountRow } from '../tables/report.ts'
import type { FiledReport } from '../warehouse/companies/reports.ts'
import { likelyPassage, passageOfTags } from './passage.ts'
import type { CountCandidate } from './periodic/candidate.ts'
import type { CountStatement } from './periodic/count-statement.ts'
import { type ReadReport, readReport } from './periodic/report.ts'

/** The balance sheet day as a report names it. */
const covers = ['dei:DocumentType', 'dei:DocumentPeriodEndDate', 'jpdei_cor:DocumentTypeDEI', 'jpdei_cor:CurrentPeriodEndDateDEI']
/** Characters of a note that are kept. */
const longestNote = 20_000

/** What a body says with the documents of filings read into rows, and of periodic reports of the roster facts, notes, lines of statements, and places that state bitcoins. */
export function withStatementRows({ reports = [], documents = [], rows: given, ...rest }: ParsedBody): LoadableBody {
  const rows = documents.length === 0 ? given : { ...given, ...documentRows(documents) }
  if (reports.length === 0) return { rows, ...rest }
  const read = reports.map(rowsOf)
  return {
    ...rest,
    rows: {
      ...rows,
      report: read.map(({ report }) => report),
      fact: read.flatMap(({ facts }) => facts),
      note: read.flatMap(({ notes }) => notes),
      statement_line: read.flatMap(({ lines }) => lines),
      stated_count: read.flatMap(({ counts }) => counts),
    },
  }
}

function rowsOf({ accession, company: id, form, url, facts, texts, spans }: ReportDocument) {
  const company = companyById(id)!
  const market = marketOf(company)
  const { statement, count, unreadable } = readReport(market, company.code, form, { facts, texts, unread: [] }, spans)
  const origin = { company: id, filing: accession }
  const cover = facts.filter(({ concept }) => covers.includes(concept))
  return {
    report: {
      accession,
      company: id,
      form,
      url,
      period_end: statement?.periodEnd ?? null,
      currency: statement?.currency ?? null,
      unreadable,
      passage: (count?.candidates ?? []).length > 0 ? null : (likelyPassage(spans) ?? passageOfTags(facts)),
      cover: cover.map(({ concept, value }) => `${concept} ${value}`).join('; '),
    },
    facts: facts.map((fact) => ({ ...origin, ...factRow(fact) })),
    notes: texts.flatMap((text) => noteRows(text).map((row) => ({ ...origin, ...row }))),
    lines: (statement === null ? [] : statementLines(statement, market.tags)).map(({ asOf, value, ...line }, seq) => ({
      ...origin,
      ...line,
      seq,
      as_of: asOf,
      value: value === null ? null : String(value),
    })),
    counts: (count?.candidates ?? []).map((candidate, seq) => ({ ...origin, seq, ...countRow(candidate, count!) })),
  }
}

function factRow({ concept, unit, value, decimals, context, place }: Fact): Omit<FactRow, 'company' | 'filing'> {
  return {
    concept,
    unit,
    from_day: context.start,
    to_day: context.end,
    dimensions: context.dimensions.length === 0 ? null : context.dimensions,
    value,
    decimals: decimals === null ? null : String(decimals),
    place: place.table === null ? `character ${place.offset}` : `table ${place.table}, row ${place.row}`,
    label: place.label.slice(0, 500),
  }
}

/** A table of a note is in the note too: kept are notes and policies. */
function noteRows({ concept, text }: TextBlock): Omit<NoteRow, 'company' | 'filing'>[] {
  if (/Table(?:s)?TextBlock$/u.test(concept)) return []
  const kind = /Polic(?:y|ies)/u.test(concept) ? 'policy' : 'note'
  return [{ concept, kind, text: text.slice(0, longestNote), length: text.length }]
}

/** A row of before costs were read has none. */
type Evidence = Omit<CountStatement, 'candidates' | 'costBasis'> &
  Partial<Pick<CountStatement, 'costBasis'>> &
  Pick<CountCandidate, 'cost' | 'beside'>

function countRow(
  { coins, how, place, quote, cost, beside }: CountCandidate,
  { candidates: _, ...statement }: CountStatement,
): Pick<StatedCountRow, 'coins' | 'how' | 'place' | 'quote' | 'evidence'> {
  const evidence: Evidence = { cost, beside, ...statement }
  return { coins, how, place, quote, evidence }
}

/** The reading of a report from its rows. */
export function reportFromRows({ periodEnd, currency, unreadable, lines, counts }: FiledReport): ReadReport {
  const statement =
    periodEnd === null || currency === null ? null : statementFromLines(periodEnd, currency, lines as readonly StatementLine[])
  const [first] = counts.map(({ evidence }) => evidence as Evidence)
  if (first === undefined) return { statement, count: null, unreadable }
  const { cost: _, beside: __, ...rest } = first
  const candidates = counts.map(({ coins, how, place, quote, evidence }): CountCandidate => {
    const { cost, beside } = evidence as Evidence
    return { coins, how: how as CountCandidate['how'], place, quote, cost, beside }
  })
  return { statement, unreadable, count: { ...rest, costBasis: rest.costBasis ?? null, candidates } }
}
