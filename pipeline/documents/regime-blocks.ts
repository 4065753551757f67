import { type Block, type Form, heading, joined, number, type Span, sentence, type Text } from './blocks.ts'
import type { BriefingDocument, Regime } from './briefing.ts'
import { metricLink } from './briefing-tables.ts'
import type { Charts, RegimePath, Run } from './charts.ts'
import { titleOf } from './reading-text.ts'
import { toneOfState } from './tones.ts'

/** A path of fewer points than these is not drawn. */
const leastPoints = 8

/** Regimes listed one by one. */
const mostRuns = 7

/** The probability of each regime over the last years, and under it the regime of each day. */
export function regimeFigure({ regime, as_of }: BriefingDocument, { regimes: path }: Charts): Block[] {
  if (regime === undefined || path === undefined || path.points.length < leastPoints) return []
  const { expansion, transition, contraction } = regime.probabilities
  const [first, last] = [path.points[0]![0], path.points.at(-1)![0]]
  return [
    {
      kind: 'areas',
      title: 'Probability of each regime',
      remark: [
        `${path.horizonDays} days ahead, `,
        { day: first, short: true, year: true },
        ' to ',
        { day: last, short: true, year: true },
      ],
      note: ['Below: the regime of each day. The history is that of the values as known on ', { day: as_of, year: true }, '.'],
      path,
      ends: [
        { name: 'expansion', share: expansion },
        { name: 'transition', share: transition },
        { name: 'contraction', share: contraction },
      ],
    },
  ]
}

/** What comes next, and what each input adds to the score; on a page with the rule of the regime and the regimes of late. */
export function regimeBlocks({ regime, readings }: BriefingDocument, form: Form, { regimes }: Charts): Block[] {
  if (regime === undefined) return []
  const { probabilities, horizon_days: days, current_regime: current } = regime
  const inputs = regime.inputs.map((input) => ({
    ...input,
    title: titleOf(input.metric, readings),
    contribution: input.contribution ?? input.score * input.weight,
  }))
  const shares = Object.entries(probabilities).map(([name, share]): Text => [`${name} `, number(share)])
  const next = sentence(`${days === undefined ? 'Probabilities' : `In ${days} days`}: `, ...joined(shares, ', '), '.')
  if (form === 'markdown') {
    const parts = inputs
      .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
      .map(({ title, contribution }): Text => [`${title} `, number(contribution)])
    return [heading('Regime'), next, sentence('Score by input: ', ...joined(parts, ', '), '.')]
  }
  const standing = [heading(`The regime is ${current}`), ...ruleBlocks(regime), next, ...pastBlocks(regimes)]
  return [
    heading('What makes up the score', 'Score of each input times its weight; right of the line speaks for expansion.'),
    { kind: 'columns', look: 'lead', columns: [[scoreTable(inputs, regime)], standing] },
  ]
}

type Input = Regime['inputs'][number] & { readonly title: string; readonly contribution: number }

const signed = (value: number): Span => ({ number: value, signed: true })

function scoreTable(inputs: readonly Input[], { score: total }: Regime): Block {
  const most = Math.max(...inputs.map(({ contribution }) => Math.abs(contribution)), Math.abs(total?.day ?? 0), 1e-9)
  const rows = inputs
    .toSorted((a, b) => b.contribution - a.contribution)
    .map(({ metric, title, measure, span, value, unit, period, score, weight, contribution }): Text[] => {
      const how: Text = [`${span ? `${measure}, ${span}` : measure}; score `, number(score), ' × weight ', number(weight, '1', 3)]
      return [
        [metricLink(metric, title), { small: how }],
        [{ figure: value, unit }, { small: { day: period, short: true } }],
        { bar: contribution / most, fill: contribution > 0 ? 'up' : 'down', sides: true },
        signed(contribution),
      ]
    })
  return {
    kind: 'table',
    look: 'scores',
    columns: ['Input', 'Value', 'Against or for expansion', 'Adds'],
    rows,
    ...(total === undefined
      ? {}
      : { total: ['Score of the day', '', { bar: total.day / most, fill: 'flat', sides: true }, signed(total.day)] }),
  }
}

/** The rule with the figures of the day. */
function ruleBlocks({ score }: Regime): Block[] {
  if (score === undefined) return []
  const { mean, enter, leave } = score
  return [
    sentence(
      'The mean of the last 21 days’ scores is ',
      { strong: signed(mean) },
      '. Expansion begins at ',
      number(enter),
      ' and ends below ',
      number(leave),
      '; contraction begins at ',
      number(-enter),
      ' and ends above ',
      number(-leave),
      '.',
    ),
  ]
}

function pastBlocks(path: RegimePath | undefined): Block[] {
  const runs = path?.runs.toReversed().slice(0, mostRuns) ?? []
  if (path === undefined || runs.length < 2) return []
  const rows = runs.map((run, at) => rowOf(run, run === path.runs[0], at === 0))
  return [heading('Recent regimes'), { kind: 'table', look: 'runs', columns: ['Regime', 'From', 'To', 'Days'], rows }]
}

const rowOf = ({ from, to, label }: Run, isFirst: boolean, isLast: boolean): Text[] => [
  { tone: toneOfState(label), word: label },
  [isFirst ? 'before ' : '', { day: from, short: true }],
  isLast ? 'today' : { day: to, short: true },
  number(to - from + 1),
]
