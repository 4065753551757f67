import { capitalised } from './names.ts'
import { type Fact, unusual } from './ranking.ts'

/** Characters a headline has at most. */
export const headlineLimit = 90

/**
 * One sentence on the first of the ranked facts, against one that points the other way where there is one. Equivalent wordings take turns
 * by day and briefing; those of even and odd days differ, so that the same fact is never told in the same words two days running.
 *
 * @param day day number; `seed` sets briefings apart; a day whose state cannot be judged (`isJudged` false) is not called quiet
 */
export function headlineOf(facts: readonly Fact[], day: number, seed: string, isJudged = true): string | null {
  const [first, ...others] = facts
  if (!first) return null
  const parity = day % 2 === 0 ? 0 : 1
  const isQuiet =
    isJudged && first.quiet !== undefined && facts.every(({ kind, strength }) => kind !== 'record' && strength < unusual)
  if (isQuiet) return turnOf(first.quiet![parity].map(sentence).filter(fits), day, seed) ?? shortest(first.clauses[parity])
  const contrasts = first.isSplit
    ? []
    : others.filter((other) => other.about !== first.about && other.metric !== first.metric && belongs(first, other))
  const against = first.clauses[parity].flatMap((clause) => {
    const asides = contrasts.flatMap(({ about, asides: each }) =>
      clause.toLowerCase().includes(about.toLowerCase()) ? [] : each,
    )
    const aside = asides.find((each) => fits(sentence(`${clause}, while ${each}`)))
    return aside === undefined ? [] : [sentence(`${clause}, while ${aside}`)]
  })
  const alone = first.clauses[parity].map(sentence).filter(fits)
  const short = first.asides.map((each) => sentence(capitalised(each))).find(fits)
  return turnOf(against.length > 0 ? against : alone, day, seed) ?? short ?? shortest(first.clauses[parity])
}

const sentence = (clause: string) => `${clause}.`
const fits = (text: string) => text.length <= headlineLimit

/** What weighs less is noise and stands against nothing. */
const contrastWeight = 0.5

/** Whether one may stand against the other: it points the other way, or what the briefing is for meets something unusual. */
function belongs(first: Fact, other: Fact): boolean {
  if (!other.isNews || (other.kind !== 'record' && other.weight < contrastWeight)) return false
  if (first.kind === 'subject') return other.kind === 'record' || other.strength >= unusual
  if (first.meaning !== 0 && other.meaning !== 0) return first.meaning !== other.meaning
  return first.way * other.way < 0
}

/** Each of some wordings in its turn: every other day the next one. */
function turnOf(texts: readonly string[], day: number, seed: string): string | null {
  if (texts.length === 0) return null
  const offset = [...seed].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return texts[(Math.floor(day / 2) + offset) % texts.length]!
}

/** Where no wording fits, the shortest one without its last clause, or cut after its last whole word that ends no phrase. */
function shortest(clauses: readonly string[]): string {
  const text = [...clauses].sort((a, b) => a.length - b.length)[0]!
  if (fits(sentence(text))) return sentence(text)
  const clause = text.lastIndexOf(', ')
  if (clause > 0 && fits(sentence(text.slice(0, clause)))) return sentence(text.slice(0, clause))
  return sentence(
    text
      .slice(0, headlineLimit - 1)
      .replace(/[\s,]+\S*$/, '')
      .replace(/(\s+(in|of|for|to|the|a|at|and|since|against|over|on|its))+$/, ''),
  )
}
