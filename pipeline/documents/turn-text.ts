import { type Block, heading, joined, type Span, type Text } from './blocks.ts'
import type { BriefingDocument, StateTurn } from './briefing.ts'
import type { NextRelease } from './reading.ts'
import { type Readings, titleOf, turnText, unitOf } from './reading-text.ts'
import { capitalised, toneOfState } from './tones.ts'

type Turning = Pick<BriefingDocument, 'turns' | 'next_releases'>

/** Ways to another state that a page lists. */
const mostWays = 6

/** What would change a state, nearest first: a sentence for each state it may turn to, then the releases to watch. As many as are asked for. */
export function turnSentences(
  { turns, next_releases }: Turning,
  readings: Readings,
  most: { readonly states: number; readonly ways: number; readonly releases: number },
): Text[] {
  const states = [...new Set(turns.map(({ to }) => to))].slice(0, most.states)
  const sentences = states.map((state): Text => {
    const ways = turns.filter(({ to }) => to === state).slice(0, most.ways)
    const listed = ways.map(({ needs }) =>
      joined(
        needs.map((need) => needText(need, readings)),
        ' and ',
      ),
    )
    return [`${capitalised(state)} with `, ...joined(listed, '; or with '), '.']
  })
  const next = releasesToWatch(turns, next_releases).slice(0, most.releases)
  if (next.length === 0) return sentences
  const due = next.map(({ title, ...release }): Text => [`${title} `, ...expectedText(release)])
  return [...sentences, ['Next: ', ...joined(due, ', '), '.']]
}

/** `on 13 August 12:30Z`; where only the latest day is known `by 17 August`. */
export const expectedText = ({ due_at, by }: { readonly due_at: string; readonly by?: NextRelease['by'] | undefined }): Span[] =>
  by === 'deadline' ? ['by ', { day: due_at.slice(0, 10) }] : ['on ', { time: due_at }]

/** `Broad dollar index at 119.9 or lower for a week` */
const needText = (need: StateTurn['needs'][number], readings: Readings): Span[] => [
  `${titleOf(need.metric, readings)} `,
  ...turnText(need.metric, need, unitOf(need.metric, readings)),
]

/** The releases that could turn the state; where none is named the soonest of all. */
function releasesToWatch(turns: readonly StateTurn[], releases: BriefingDocument['next_releases']) {
  const named = new Set(turns.flatMap(({ by }) => (by === null ? [] : [by.series])))
  const turning = releases.filter(({ series }) => named.has(series))
  return turning.length > 0 ? turning : releases.slice(0, 1)
}

/** The same as a list, each way with the present values of its metrics. */
export function waysBlocks({ turns, readings, regime }: BriefingDocument): Block[] {
  if (turns.length === 0) return []
  const presentOf = (metric: string) =>
    readings[metric]?.value ?? regime?.inputs.find((input) => input.metric === metric && input.measure === 'level')?.value
  const items = turns.slice(0, mostWays).map(({ to, needs, by }): Text => {
    const lines = needs.map((need): Text => {
      const { metric } = need
      const unit = unitOf(metric, readings)
      const value = presentOf(metric)
      const now: Span[] = value === undefined ? [] : [{ amount: value, metric, unit }, { soft: ' → ' }]
      return [{ strong: titleOf(metric, readings) }, ' ', ...now, ...turnText(metric, need, unit)]
    })
    const due: Span[] = by === null ? [] : [' ', { soft: by.by === 'deadline' ? expectedText(by) : { time: by.due_at } }]
    return { lines: [[{ tone: toneOfState(to), word: to }, ...due], ...lines] }
  })
  return [heading('What would change it', 'Nearest first, all else being equal.'), { kind: 'list', look: 'turns', items }]
}
