import { codedBytesOf, type PreparedAnswer, RecentAnswers } from '../editions/prepared-answer.ts'
import { checkFields, selectedText } from '../editions/selected-members.ts'
import { prepareArtifact } from './edition-cache.ts'

/** What `fields` is to select from, whoever reads it. */
interface Whole {
  readonly edition: string
  readonly prepared: PreparedAnswer
  /** Members that the JSON leaves out, as an object of JSON; null where there are none. */
  readonly apart: Buffer | null
}

const recent = new RecentAnswers()

/**
 * Checks `fields` against the whole JSON of a document, before any price; what is returned cuts the JSON that a caller may read, which can
 * be its latest reading alone. Without fields nothing is checked or cut.
 * @throws Refusal 400 INVALID_FIELDS with the names there are
 */
export function memberSelector(
  fields: readonly string[] | null,
  { edition, prepared, apart }: Whole,
): (served: PreparedAnswer) => PreparedAnswer {
  if (fields === null) return (served) => served
  checkFields(fields, prepared.plain.body, apart)
  return ({ plain: { body, etag } }) => {
    const name = [edition, etag, ...fields].join(' ')
    const before = recent.get(name)
    if (before !== undefined) return before
    const made = prepareArtifact(codedBytesOf(selectedText(fields, body, apart)), 'json', edition, false, false)
    recent.keep(name, made)
    return made
  }
}
