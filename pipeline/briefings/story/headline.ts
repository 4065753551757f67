import { metricByName } from '../../../data/metrics.ts'
import { capitalised } from './names.ts'
import { type Fact, unusualWeight } from './ranking.ts'

/** Characters a headline has at most. */
export const headlineLimit = 90

/**
 * One sentence on the first of the ranked facts, beside the strongest other one where that is news. Equivalent wordings take turns by day and
 * briefing; those of even and odd days differ, so that the same fact is never told in the same words two days running.
 *
 * @param day day number; `seed` sets briefings apart
 */
export function headlineOf([first, ...others]: readonly Fact[], day: number, seed: string): string | null {
  if (!first) return null
  const clauses = first.clauses[day % 2 === 0 ? 0 : 1]
  const strongest = first.isSplit
    ? undefined
    : others.find((other) => isContrast(other) && other.about !== first.about && !isRelated(first, other))
  const joint = strongest && strongest.way * first.way > 0 && strongest.meaning * first.meaning >= 0 ? 'and' : 'while'
  const both = clauses.flatMap((clause) =>
    (strongest?.asides ?? [])
      .filter(() => !clause.toLowerCase().includes(strongest!.about.toLowerCase()))
      .map((aside) => `${clause}, ${joint} ${aside}`)
      .filter(fitsHeadline)
      .map(sentence)
      .slice(0, 1),
  )
  const alone = clauses.filter(fitsHeadline).map(sentence)
  const whole = turnOf(both.length > 0 ? both : alone, day, seed)
  if (whole !== null) return whole
  const short = [...first.asides.map(capitalised), ...clauses.flatMap(shortened), first.brief ?? ''].find(
    (text) => text !== '' && fitsHeadline(text),
  )
  // a fact that has no room in any whole sentence leaves the headline to the next
  return short === undefined ? (headlineOf(others, day, seed) ?? cut(clauses)) : sentence(short)
}

const sentence = (clause: string) => `${clause}.`

/** Whether a headline has room for a text, and for a full stop. */
export const fitsHeadline = (text: string): boolean => text.length < headlineLimit

/** The first clause where a headline has room for it, else the second. */
export const longestFittingClause = (long: string, short: string): string => (fitsHeadline(long) ? long : short)

/** Only a record or an unusual move is news beside another fact. */
const isContrast = ({ isNews, kind, weight }: Fact) => isNews && (kind === 'record' || weight >= unusualWeight)

/** Whether one is worked out from the other, or both from a third: told together they would be one thing said twice. */
function isRelated({ metric: a }: Fact, { metric: b }: Fact): boolean {
  const partsOf = (metric: string): readonly string[] => [metric, ...(metricByName.get(metric)?.of ?? [])]
  return partsOf(a).some((part) => partsOf(b).includes(part))
}

/** Each of some wordings in its turn: every other day the next one. */
function turnOf(texts: readonly string[], day: number, seed: string): string | null {
  if (texts.length === 0) return null
  const offset = [...seed].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return texts[(Math.floor(day / 2) + offset) % texts.length]!
}

/** A clause without its last part, such as its record or the value it led to, and that without its brackets. */
function shortened(clause: string): string[] {
  const main = clause.slice(0, Math.max(0, clause.lastIndexOf(', ')))
  // the words before an early comma alone do not make a sentence, nor do those between two
  const isSentence = main.length > headlineLimit / 2 && !main.includes(', ')
  const shorter = isSentence ? main : clause
  return [shorter, shorter.replace(/ \([^)]*\)/g, '')]
}

/** Words that need another after them: prepositions, articles, verbs of a state, and numbers before what they count. */
const unfinished =
  /[\s,;:]+(?:in|of|for|to|the|an?|at|and|or|since|against|over|on|its|their|by|with|from|than|below|above|is|are|was|were|not|no|per|relative|percentage|standard|million|billion|trillion|\d[\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/i

/** The last resort: the shortest wording up to a word that needs no other. */
function cut(clauses: readonly string[]): string {
  let text = [...clauses].sort((a, b) => a.length - b.length)[0]!
  if (!fitsHeadline(text)) text = text.slice(0, headlineLimit - 1).replace(/[\s,]+\S*$/, '')
  while (unfinished.test(text)) text = text.replace(unfinished, '')
  return sentence(capitalised(text))
}
