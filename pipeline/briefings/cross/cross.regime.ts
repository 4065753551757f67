import { metricByName } from '../../../data/metrics.ts'
import { regimeForecast, regimeInputs, regimeRule } from '../../../data/regime.ts'
import type { RegimeDay, RegimePart } from '../../analysis/regime/regime.ts'
import {
  differsFromAnyRegime,
  type IntervalEstimate,
  minimumRegimeWindows,
  type RegimeOutcome,
  regimeOutlookDays,
} from '../../analysis/regime/regime-followed.ts'
import { type RegimeName, regimeNames } from '../../analysis/regime/regime-forecast.ts'
import { type Day, unknown } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { countText } from '../../time/counted.ts'
import { isoDay } from '../../time/day.ts'
import { figure } from '../../values/amounts.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { customState } from '../states/rule.ts'
import { capitalised, nameOf } from '../story/names.ts'
import { table } from '../table.ts'

type Row = Section['rows'][number]

const meanings: Record<RegimeName, string> = {
  expansion: 'conditions, growth and inflation together favour risk',
  contraction: 'conditions, growth and inflation together weigh on risk',
  transition: 'conditions, growth and inflation together point neither way',
}

/** Expansion, contraction or transition; the state is the regime. */
export const crossRegime: BriefingDefinition = {
  id: 'cross.regime',
  state: customState({
    labels: regimeNames,
    words: 'by the mean of the scores of 21 days, as the chapter on the regime says',
    inputs: (day) => (day.regimes().today()?.inputs ?? regimeInputs).map(({ metric }) => metric),
    reads: regimeInputs.map(({ metric }) => metric),
    label: (day) => day.regimes().today()?.regime ?? unknown,
    noLevels: 'The score that ends the regime stands with it; ten inputs make it, and no value of one of them is the level.',
  }),
  tell: (day) => {
    const today = day.regimes().today()
    if (!today) return { nothing: 'Too few of the regime’s inputs are known on this day to judge it.', sections: [], notes: [] }
    return {
      nothing: '',
      summary: [likelyText(today), strongestText(today), turnText(day, today)].join(' '),
      sections: followedSections(day),
      notes: notesOn(today),
      regime: today,
    }
  },
}

/** Probabilities that lie nearer to each other than this are called equal. */
const nearlyEqual = 0.05

/** The regime, and what it most likely is 30 days from now. */
function likelyText({ regime, mostLikely, probabilities }: RegimeDay): string {
  const then = `${regimeForecast.horizonDays} days from now`
  const chance = (name: RegimeName) => (probabilities[name] >= 0.995 ? 'over 99%' : `${figure(100 * probabilities[name], 0)}%`)
  const [first, second] = [...regimeNames].sort((a, b) => probabilities[b] - probabilities[a]) as [RegimeName, RegimeName]
  if (probabilities[first] - probabilities[second] < nearlyEqual)
    return `The regime is ${regime}: ${meanings[regime]}. ${capitalised(first)} (${chance(first)}) and ${second} (${chance(second)}) are about equally likely ${then}.`
  return mostLikely === regime
    ? `The regime is ${regime}: ${meanings[regime]}. It is also the most likely regime ${then} (${chance(regime)}).`
    : `The regime is still ${regime}, but ${mostLikely} is the most likely regime ${then} (${chance(mostLikely)}).`
}

/** The inputs that speak most for expansion and most for contraction. */
function strongestText({ inputs }: RegimeDay): string {
  const ranked = [...inputs].sort((a, b) => b.contribution - a.contribution)
  const [highest, lowest] = [ranked[0]!, ranked.at(-1)!]
  const clauses = [
    highest.contribution > 0 && contributionText(highest, 'support'),
    lowest.contribution < 0 && contributionText(lowest, 'oppose'),
  ].filter((clause) => clause !== false)
  return clauses.length === 0 ? 'No input speaks either way.' : `${capitalised(clauses.join('; '))}.`
}

function contributionText({ metric, contribution }: RegimePart, verb: string): string {
  const { name, plural = false } = nameOf({ metric })
  return `${name} ${plural ? verb : `${verb}s`} expansion most (${contribution > 0 ? '+' : ''}${figure(contribution)})`
}

/** When the regime would change if each day's score were today's. */
function turnText(day: Day, { score }: RegimeDay): string {
  const turn = day.regimes().ifScoreStays()
  const then = turn === null ? 'the regime stays' : `${turn.regime} begins in ${countText(turn.days, 'day')}`
  return `If today’s score of ${figure(score.day)} lasts, ${then}.`
}

function notesOn({ inputs, score }: RegimeDay): string[] {
  const { enter, leave, meanDays } = regimeRule
  const silent = regimeInputs.filter(({ metric }) => !inputs.some((input) => input.metric === metric)).map(titleOf)
  const later = inputs.filter(({ later_vintage }) => later_vintage).map((input) => `${titleOf(input)} (${input.period})`)
  return [
    `The ${meanDays}-day mean of the score is ${figure(score.mean)}. Expansion begins at ${enter} and ends below ${leave}; contraction begins at -${enter} and ends above -${leave}.`,
    `Probabilities are of the regime ${regimeForecast.horizonDays} days from now. They were fitted on days through ${regimeForecast.through}; the weights of the inputs are a judgement and are not fitted to prices.`,
    silent.length > 0 && `Without a usable value on this day: ${silent.join(', ')}. The other inputs share the weight.`,
    later.length > 0 && `Of a later vintage than was published by this day: ${later.join(', ')}.`,
  ].filter((note) => note !== false)
}

const titleOf = ({ metric }: { readonly metric: string }): string => metricByName.get(metric)!.title

/** What bitcoin did in the 30 days after days of each regime. */
function followedSections(day: Day): Section[] {
  const price = day.column('bitcoin-price')
  const judged = day.regimes().judged()
  if (!price || !judged) return []
  const rows = day.regimes().followed(price)
  const since = isoDay(Math.max(judged.first, price.period[0]!))
  return table('followed', `What followed: bitcoin over the next ${regimeOutlookDays} days`, {
    note: `${verdictOn(rows)} Windows that do not overlap and have ended, since ${since}, on figures as known on ${isoDay(day.asOf)}; fewer than ${minimumRegimeWindows} give no figure.`,
    columns: {
      regime: 'After',
      n: 'Windows',
      median: 'Median change | percent',
      median_95: '95% interval',
      rose: 'Rose | percent',
      rose_95: '95% interval',
    },
    rows: rows.map(
      ({ regime, n, median, rose }): Row => ({
        regime: regime === 'any' ? 'any day' : regime,
        n,
        ...cells('median', median, 1),
        ...cells('rose', rose, 0),
      }),
    ),
  })
}

/** An estimate in a row: no more decimals than some dozens of windows can give. */
function cells(key: string, estimate: IntervalEstimate | null, digits: 0 | 1): Row {
  if (estimate === null) return { [key]: null, [`${key}_95`]: null }
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((each) => rounded(each, digits))
  return { [key]: value!, [`${key}_95`]: `${low} to ${high}`, [`${key}_low`]: low!, [`${key}_high`]: high! }
}

/** Whether bitcoin did anything else after a regime than after any day. */
function verdictOn(rows: readonly RegimeOutcome[]): string {
  const any = rows.find(({ regime }) => regime === 'any')!
  const regimes = rows.filter(({ regime, median }) => regime !== 'any' && median !== null)
  if (regimes.length === 0) return 'Too few windows have ended to say what followed a regime.'
  const apart = regimes.filter((row) => differsFromAnyRegime(row, any))
  if (apart.length === 0)
    return 'Every interval overlaps that of any day: so far the regime says nothing about what bitcoin does next.'
  const named = apart.map(({ regime, rose }) => `${regime} (rose in ${figure(rose!.value, 0)}% of windows)`).join(' and ')
  return `Only after ${named} does an interval lie apart from that of any day (${figure(any.rose!.value, 0)}%).`
}
