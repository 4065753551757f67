import {
  type Block,
  type Form,
  heading,
  joined,
  number,
  phrase,
  type Span,
  sentence,
  type Text,
  table,
  tableOf,
} from './blocks.ts'
import type { BriefingDocument, Regime } from './briefing.ts'
import { metricLink } from './briefing-tables.ts'
import type { Charts } from './charts.ts'
import { titleOf } from './reading-text.ts'
import { toneOfState } from './tones.ts'

/** A path of fewer points than these is not drawn. */
const leastPoints = 8

/** Regimes listed one by one. */
const mostRuns = 7

/** The probability of each regime over the last years, and under it the regime of each day. */
export function regimeFigure({ regime, as_of }: BriefingDocument, { regimes: path }: Charts): Block[] {
  if (regime === undefined || path === undefined || path.points.length < leastPoints) return []
  const [first, last] = [path.points[0]!, path.points.at(-1)!].map(([day]): Span => ({ day, short: true, year: true }))
  const known: Span = { day: as_of, year: true }
  return [
    {
      kind: 'areas',
      title: 'Probability of each regime',
      remark: phrase`${number(path.horizonDays)} days ahead, ${first!} to ${last!}`,
      note: phrase`Below: the regime of each day. The history is that of the values as known on ${known}.`,
      path,
      ends: (['expansion', 'transition', 'contraction'] as const).map((name) => ({ name, share: regime.probabilities[name] })),
    },
  ]
}

/** What comes next, and what each input adds to the score; on a page with the regimes of late. */
export function regimeBlocks({ regime, readings }: BriefingDocument, form: Form, charts: Charts): Block[] {
  if (regime === undefined) return []
  const { probabilities, horizon_days: days } = regime
  const inputs = regime.inputs.map((input) => ({
    ...input,
    title: titleOf(input.metric, readings),
    contribution: input.contribution ?? input.score * input.weight,
  }))
  const shares = Object.entries(probabilities).map(([name, share]) => phrase`${name} ${number(share)}`)
  const next = sentence(...phrase`${days === undefined ? 'Probabilities' : `In ${days} days`}: ${joined(shares, ', ')}.`)
  if (form === 'markdown') {
    const ranked = inputs.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    const parts = ranked.map(({ title, contribution }) => phrase`${title} ${number(contribution)}`)
    return [heading('Regime'), next, sentence(...phrase`Score by input: ${joined(parts, ', ')}.`)]
  }
  return [
    heading('What makes up the score', 'Score of each input times its weight; right of the line speaks for expansion.'),
    {
      kind: 'columns',
      look: 'lead',
      columns: [[scoreTable(inputs, regime)], [next, ...pastBlocks(charts)]],
    },
  ]
}

type Input = Regime['inputs'][number] & { readonly title: string; readonly contribution: number }

const signed = (value: number): Span => ({ number: value, signed: true })

function scoreTable(inputs: readonly Input[], { score: total }: Regime): Block {
  const most = Math.max(...inputs.map(({ contribution }) => Math.abs(contribution)), Math.abs(total?.day ?? 0), 1e-9)
  const rows = inputs
    .toSorted((a, b) => b.contribution - a.contribution)
    .map(({ metric, title, measure, span, value, unit, period, score, weight, contribution }): Text[] => {
      const how = span ? `${measure}, ${span}` : measure
      return [
        [metricLink(metric, title), { small: phrase`${how}; score ${number(score)} × weight ${number(weight, '1', 3)}` }],
        [{ figure: value, unit }, { small: { day: period, short: true } }],
        { bar: contribution / most, fill: contribution > 0 ? 'up' : 'down', sides: true },
        signed(contribution),
      ]
    })
  const sum = (day: number): Text[] => [
    { strong: 'Score of the day' },
    '',
    { bar: day / most, fill: 'flat', sides: true },
    { strong: signed(day) },
  ]
  return table(['Input', ['Value'], 'Against or for expansion', ['Adds']], total === undefined ? rows : [...rows, sum(total.day)])
}

function pastBlocks({ regimes }: Charts): Block[] {
  const runs = regimes?.runs.toReversed().slice(0, mostRuns) ?? []
  if (runs.length < 2) return []
  return [
    heading('Recent regimes'),
    tableOf(runs, [
      ['Regime', ({ label }) => ({ tone: toneOfState(label), word: label })],
      ['From', (run) => [run === regimes!.runs[0] ? 'before ' : '', { day: run.from, short: true }]],
      ['To', (run) => (run === runs[0] ? 'today' : { day: run.to, short: true })],
      [['Days'], ({ from, to }) => number(to - from + 1)],
    ]),
  ]
}
