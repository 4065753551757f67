import type { AnyFormat, FileFormat } from '../http/formats.ts'
import stored from './examples.json' with { type: 'json' }

/** What was served once from the sample feeds, as an example of each document, as components of the description. */
export const examples: Readonly<Record<string, { readonly value: unknown }>> = Object.fromEntries(
  Object.entries(stored).map(([name, value]) => [name.replace(' ', '-'), { value }]),
)

/** The name of the example of a document in a format, where there is one. */
export const exampleName = (document: string | null, format: AnyFormat | FileFormat): string => `${document}-${format}`
