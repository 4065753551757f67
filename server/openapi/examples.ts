import type { AnyFormat, FileFormat } from '../http/formats.ts'
import stored from './examples.json' with { type: 'json' }

/** What was served once from the sample feeds, as an example of each document. */
export function exampleOf(document: string | null, format: AnyFormat | FileFormat): { example?: unknown } {
  const example = (stored as Record<string, unknown>)[`${document} ${format}`]
  return example === undefined ? {} : { example }
}
