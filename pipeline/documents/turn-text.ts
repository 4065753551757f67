import { metricByName } from '../../data/metrics.ts'
import { type Block, heading, joined, type Span, type Text } from './blocks.ts'
import type { BriefingDocument, StateTurn } from './briefing.ts'
import { nearLevel } from './near-level.ts'
import { metricTitle, metricUnit, type Readings, turnText } from './reading-text.ts'
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
        needs.map(
          (need): Text => [
            `${nameOf(need).name} ${nameOf(need).plural ? 'are' : 'is'} `,
            ...turnText(need.metric, need, metricUnit(need.metric, readings)),
          ],
        ),
        ' and ',
      ),
    )
    return [`${capitalised(state)} if `, ...joined(listed, ', or if '), '.']
  })
  const release = releaseSentence({ turns, next_releases }, most.releases)
  return release === null ? sentences : [...sentences, release]
}

/**
 * `Next releases that could change the state: H.4.1 on 30 July 20:30Z, M2 on 25 August 17:00Z.`; where none is named the soonest of those that
 * bring its readings. Null where no release is known.
 */
export function releaseSentence({ turns, next_releases }: Turning, most: number): Text | null {
  const clockOf = ({ metric, held: term }: Need) => (term === 'week' ? [] : (metricByName.get(metric)?.clock ?? []))
  const named = new Set<string>(turns.flatMap(({ by, needs }) => by?.series ?? needs.flatMap(clockOf)))
  const turning = next_releases.filter(({ series }) => named.has(series)).slice(0, most)
  const next = turning.length > 0 ? turning : next_releases.slice(0, 1)
  if (next.length === 0) return null
  const due = next.map(({ title, ...release }): Text => [`${title} `, ...expectedReleaseSpans(release)])
  const releases = next.length === 1 ? 'Next release' : 'Next releases'
  return [`${releases} ${turning.length > 0 ? 'that could change the state' : 'for its readings'}: `, ...joined(due, ', '), '.']
}

/**
 * The nearest turn as a sentence that can be read without any other: `Headwind if net liquidity falls to $5,875bn on 23 July.` Of more than
 * `most` conditions it names the first. Null where nothing would change the state.
 */
export function nearestTurn({ turns: [turn] }: Pick<Turning, 'turns'>, readings: Readings, most = 2): Text | null {
  if (turn === undefined) return null
  const { to, needs, by } = turn
  const named = needs.length > most ? needs.slice(0, 1) : needs
  const due: Span[] = by === null ? [] : [by.by === 'deadline' ? ' by ' : ' on ', { day: by.due_at.slice(0, 10) }]
  const areLasting = named.length > 1 && named.every(({ held: term }) => term === 'week')
  const conditions = joined(
    named.map((need): Text => [movedTo(need, readings), need.held === 'week' && !areLasting ? ' for a week' : '']),
    ' and ',
  )
  const others = needs.length - named.length
  const release = named.some(({ held: term }) => term === 'next_release') ? due : []
  const more = others === 0 ? [] : [others === 1 ? ' and one other reading turns' : ` and ${others} other readings turn`]
  return [`${capitalised(to)} if ${areLasting ? 'for a week ' : ''}`, ...conditions, ...release, ...more, '.']
}

/** Whether a sentence of a summary says the nearest turn or its release, which are printed with what else would change the state. */
export const repeatsTurn = (text: string, [nearest]: readonly StateTurn[]): boolean =>
  text.startsWith('Next release that could') ||
  (nearest !== undefined && text.includes(nearest.to) && nearest.needs.some(({ display }) => display && text.includes(display)))

type Need = StateTurn['needs'][number]

/** How sentences call the metric of a turn. */
function nameOf({ metric }: Need): { readonly name: string; readonly plural?: boolean | undefined } {
  const { title, prose } = metricByName.get(metric) ?? { title: metric, prose: undefined }
  if (prose === undefined) return { name: title }
  return { name: prose.against === undefined ? prose.name : `${prose.name} ${prose.against}`, plural: prose.plural }
}

/** `net liquidity falls to $5,875bn`, `the VIX rises above 20`; `is at $67,590 or higher` of what must stay there, or is there already. */
function movedTo(need: Need, readings: Readings): string {
  const { name, plural = false } = nameOf(need)
  const value = readings[need.metric]?.value
  const isAbove = need.side === 'above'
  const level = need.display ?? String(need.value)
  const isBeyond = nearLevel(need.value) !== null
  if (need.held === 'week' || value === undefined || (isAbove ? value >= need.value : value <= need.value)) {
    const where = isBeyond ? `${need.side} ${level}` : `at ${level} or ${isAbove ? 'higher' : 'lower'}`
    return `${name} ${plural ? 'are' : 'is'} ${where}`
  }
  const moves = `${isAbove ? 'rise' : 'fall'}${plural ? '' : 's'}`
  return `${name} ${moves} ${isBeyond ? need.side : 'to'} ${level}`
}

/** `on 13 August 12:30Z`; where only the latest day is known `by 17 August`. */
export const expectedReleaseSpans = ({ due_at, by }: Pick<BriefingDocument['next_releases'][number], 'due_at' | 'by'>): Span[] =>
  by === 'deadline' ? ['by ', { day: due_at.slice(0, 10) }] : ['on ', { time: due_at }]

/** The same as a list, each way with the present values of its metrics. */
export function stateTurnBlocks({ turns, readings, regime }: BriefingDocument): Block[] {
  if (turns.length === 0) return []
  const presentOf = (metric: string) =>
    readings[metric]?.value ?? regime?.inputs.find((input) => input.metric === metric && input.measure === 'level')?.value
  const items = turns.slice(0, mostWays).map(({ to, needs, by }): Text => {
    const lines = needs.map((need): Text => {
      const { metric } = need
      const unit = metricUnit(metric, readings)
      const value = presentOf(metric)
      const now: Span[] = value === undefined ? [] : [{ amount: value, metric, unit }, { soft: ' → ' }]
      return [{ strong: metricTitle(metric, readings) }, ' ', ...now, ...turnText(metric, need, unit)]
    })
    const due: Span[] = by === null ? [] : [' ', { soft: by.by === 'deadline' ? expectedReleaseSpans(by) : { time: by.due_at } }]
    return { lines: [[{ tone: toneOfState(to), word: to }, ...due], ...lines] }
  })
  return [heading('What would change it', 'Nearest first, all else being equal.'), { kind: 'list', look: 'turns', items }]
}
