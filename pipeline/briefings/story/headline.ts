import { metricByName } from '../../../data/metrics.ts'
import { capitalised } from './names.ts'
import { type Fact, unusual } from './ranking.ts'

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
      .filter(fits)
      .map(sentence)
      .slice(0, 1),
  )
  const alone = clauses.filter(fits).map(sentence)
  const short = first.asides.map(capitalised).find(fits)
  return turnOf(both.length > 0 ? both : alone, day, seed) ?? (short === undefined ? shortest(clauses) : sentence(short))
}

const sentence = (clause: string) => `${clause}.`

/** Whether a headline has room for a text, and for a full stop. */
export const fits = (text: string): boolean => text.length < headlineLimit

/** Only a record or an unusual move is news beside another fact. */
const isContrast = ({ isNews, kind, weight }: Fact) => isNews && (kind === 'record' || weight >= unusual)

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

/** Where no wording fits, the shortest one without its last clause, or cut after its last whole word that ends no phrase. */
function shortest(clauses: readonly string[]): string {
  const text = [...clauses].sort((a, b) => a.length - b.length)[0]!
  if (fits(text)) return sentence(text)
  const clause = text.lastIndexOf(', ')
  // the words before an early comma alone do not make a sentence
  if (clause > headlineLimit / 2 && fits(text.slice(0, clause))) return sentence(text.slice(0, clause))
  return sentence(
    text
      .slice(0, headlineLimit - 1)
      .replace(/[\s,]+\S*$/, '')
      .replace(/(\s+(in|of|for|to|the|a|at|and|since|against|over|on|its))+$/, ''),
  )
}
