import type { LineId } from '../../../data/companies/lines.ts'
import type { AgainstGuidance } from '../../documents/company/against-guidance.ts'
import type { DirectoryRow } from '../../documents/company/company.ts'
import type { Header } from '../../documents/company/header.ts'
import type { Lead, LeadFact } from '../../documents/company/lead.ts'
import type { WhatChanged } from '../../documents/company/what-changed.ts'
import { dayNumber, endOfMonth, isoDay } from '../../time/day.ts'
import { dayInWords } from '../../values/amounts.ts'
import type { FiledReports } from '../blocks/filings.ts'
import { newestPeriod } from '../figures/fiscal.ts'
import type { View } from '../figures/view.ts'
import type { SituationEpisode } from '../situations.ts'
import { balanceFacts, equityShareText } from './balance.ts'
import { cashFacts } from './cash.ts'
import { guidanceFacts, guidanceRangeText, restatementFacts, situationFacts, transitionPeriodFacts } from './events.ts'
import { boundedStrength, type LeadDraft, type LeadSubject, toLeadFact } from './fact.ts'
import { profitFacts } from './profit.ts'
import { salesFacts } from './sales.ts'
import { spendingFacts } from './spending.ts'
import { lowerFirst } from './wording.ts'

const salesLines: readonly LineId[] = ['revenue', 'premiums_earned', 'net_interest_income']
/** Facts that are kept, the most unusual first. */
const mostFacts = 10
/** Strength from which a fact beside sales, profit and cash has its own sentence, and how many have one at most. */
const notable = 1.5
const mostNotable = 3
/** Below this the newest report has nothing unusual. */
const leastUnusual = 1.2

/** What else a briefing has that a lead is made from. */
interface Beside {
  readonly changed: WhatChanged
  readonly guidance: AgainstGuidance | null
  readonly episodes: readonly SituationEpisode[]
  readonly announced: Header['next_results']
  readonly next: NonNullable<DirectoryRow['next_report']> | null
  /** Whether it states what banks alone do, though no list names its industry. */
  readonly isBank: boolean
}

/**
 * What a company briefing says first: the most unusual fact of its newest report or of what is on as the headline; then sales, profit and cash with
 * what is unusual about each; what else stands out; and what comes next with its date. Strengths are measured against the company's own earlier
 * periods.
 */
export function companyLead(
  view: View,
  reports: FiledReports,
  { changed, guidance, episodes, announced, next, isBank }: Beside,
): Lead {
  const period = newestPeriod(view)
  const isFinancial = isBank || (view.shape !== 'general' && view.shape !== 'reit')
  const subject: LeadSubject = {
    view,
    period,
    isFinancial,
    sales: salesLines.find((line) => view.figure(line, period) !== null) ?? null,
  }
  const drafts = [
    ...salesFacts(subject),
    ...profitFacts(subject),
    ...cashFacts(subject),
    ...spendingFacts(subject),
    ...balanceFacts(subject),
  ]
  const latest = reports.newest()[0]!
  const events = [
    ...situationFacts(episodes, view.day),
    ...restatementFacts(changed),
    ...guidanceFacts(guidance, view, period.label),
    ...transitionPeriodFacts(view, latest, changed.latest.filed),
  ].map((event): LeadFact => ({ ...event, strength: boundedStrength(event.strength), period: period.label }))
  const facts = [...drafts.map((draft) => toLeadFact(draft, period)), ...events].toSorted((a, b) => b.strength - a.strength)
  const by = (topic: LeadFact['topic']) =>
    drafts.filter((draft) => draft.topic === topic).toSorted((a, b) => b.strength - a.strength)
  // where nothing is unusual the reader asks for sales first
  const isUsual = (facts[0]?.strength ?? 0) < leastUnusual
  const headline = (isUsual ? by('sales')[0]?.headline : undefined) ?? facts[0]?.text ?? `Newest report: ${changed.latest.title}`
  const isFirst = (draft: LeadDraft) => draft.headline === headline
  const others = (topic: LeadFact['topic']) => joined(by(topic).filter((draft) => !isFirst(draft)))
  const sales = by('sales').map((draft) => (isFirst(draft) ? (draft.rest ?? null) : draft.text))
  const cash = isFinancial ? equityShareText(subject) : others('cash')
  const inPeriod = `In ${period.label}, to ${dayInWords(isoDay(period.to))},`
  const figures = [...sales, others('profit'), cash].flatMap((text) => text ?? [])
  const more = facts.filter(
    ({ topic, strength, text }) => text !== headline && !inSentences.includes(topic) && strength >= notable,
  )
  return {
    headline,
    summary: [
      ...figures.map((text, at) => `${at === 0 ? `${inPeriod} ${lowerFirst(text)}` : text}.`),
      ...more.slice(0, mostNotable).map(({ text }) => `${text}.`),
      ...expected(guidance),
    ],
    next: nextText(announced, next),
    facts: facts.filter(({ strength }) => strength >= 1).slice(0, mostFacts),
    filings: reports.named(facts.filter(({ filing }) => reports.has(filing)).map(({ filing }) => filing)),
  }
}

const inSentences: readonly LeadFact['topic'][] = ['sales', 'profit', 'cash']

/** Two facts of a topic in a sentence, of different lines: net income and what is more unusual, else the two that are most. */
function joined(drafts: readonly LeadDraft[]): string | null {
  const line = ({ figures: [figure] }: LeadDraft) => figure!.line
  const net = drafts.find((draft) => line(draft) === 'net_income')
  const first = net ?? drafts[0]
  if (first === undefined) return null
  const second = drafts.find((draft) => line(draft) !== line(first) && (net === undefined || draft.strength >= leastSecond))
  const both = second === undefined ? [first] : [first, second].toSorted((a, b) => b.strength - a.strength)
  return both.map(({ text }, at) => (at === 0 ? text : lowerFirst(text))).join(', and ')
}

/** Strength from which a measure of profit is worth a clause beside net income. */
const leastSecond = 0.3

/** What the company expects of revenue or earnings. */
function expected(guidance: AgainstGuidance | null): string[] {
  const row = guidance?.in_force.find(({ metric, action }) => action !== 'withdrawn' && ['revenue', 'eps'].includes(metric))
  const range = row === undefined ? null : guidanceRangeText(row)
  if (row === undefined || range === null) return []
  return [
    `The company expects ${row.basis === 'reported' ? '' : `${row.basis} `}${row.metric === 'eps' ? 'earnings per share' : 'revenue'} of ${range} in ${row.period}.`,
  ]
}

/** The date the company announced, else the day by which its next report is due. */
function nextText(announced: Header['next_results'], next: Beside['next']): Lead['next'] {
  if (announced !== null)
    return { text: `The company announced its next results for ${dayInWords(announced.date)}.`, by: announced.date }
  if (next === null) return null
  const end = dayNumber(next.period_end)!
  // years of weeks end some days earlier or later than a year ago
  const about = end === endOfMonth(end) ? '' : 'about '
  const text = `The ${next.report} for the period to ${about}${dayInWords(next.period_end)} is due by ${dayInWords(next.due)} at the latest.`
  return { text, by: next.due }
}
