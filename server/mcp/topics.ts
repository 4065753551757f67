import { questionFillers, questionTopics, type UncoveredSubject, uncoveredSubjects } from '../../data/questions.ts'
import { Refusal } from '../http/errors.ts'

/** What is found first for a question, by ids. */
export interface TopicLeads {
  readonly leads: readonly string[]
  /** What the question asks for that is not covered; null where all is. */
  readonly missing: UncoveredSubject | null
}

type Wording<Row> = { readonly row: Row; readonly words: readonly string[] }

/** The wordings of rows, those of more words first: they are meant more closely. */
const wordings = <Row extends { readonly asked: readonly string[] }>(
  rows: readonly Row[],
  wordsOf: (text: string) => readonly string[],
): Wording<Row>[] =>
  rows.flatMap((row) => row.asked.map((text) => ({ row, words: wordsOf(text) }))).sort((a, b) => b.words.length - a.words.length)

const dayOfMonth = /^\d{1,2}(?:st|nd|rd|th)?$/

/**
 * Makes the look-up; `wordsOf` compares words as the search does.
 *
 * @returns a function of the words that are asked for, and of whether a word names something that is covered
 */
export function topicLookup(
  wordsOf: (text: string) => readonly string[],
): (asked: readonly string[], isNamed: (word: string) => boolean) => TopicLeads {
  const [known, missing] = [wordings(questionTopics, wordsOf), wordings(uncoveredSubjects, wordsOf)]
  const skipped = new Set(questionFillers.flatMap(wordsOf))
  return (asked, isNamed) => {
    const inQuestion = ({ words }: Wording<unknown>) => words.every((word) => asked.includes(word))
    // the share of a fund that is a metric is covered
    const isCovered = ({ row, words }: Wording<UncoveredSubject>) =>
      !row.alone && asked.some((word) => !words.includes(word) && isNamed(word))
    const absent = missing.find((each) => inQuestion(each) && !isCovered(each))?.row
    if (absent !== undefined) return { leads: absent.nearest, missing: absent }
    const meant = known.find(
      (each) =>
        inQuestion(each) && asked.every((word) => each.words.includes(word) || skipped.has(word) || dayOfMonth.test(word)),
    )
    return { leads: meant?.row.leads ?? [], missing: null }
  }
}

export const missingTitle = ({ title, nearest }: UncoveredSubject): string =>
  `Not covered: ${title}${nearest.length === 0 ? '' : '; the nearest follow'}`

/** What `fetch` answers for something that is not covered. */
export function notCovered(id: string): Refusal {
  const row = uncoveredSubjects.find((each) => each.id === id)
  if (row === undefined) return new Refusal('NOT_FOUND', 'No such id. search finds ids.', { field: 'id' })
  const nearest = row.nearest.length === 0 ? '' : ` The nearest: ${row.nearest.join(', ')}.`
  return new Refusal('NOT_OFFERED', `This server does not cover ${row.title}.${nearest}`)
}
