/** One import or re-export of a file. `type` is true where the whole statement is one of types and vanishes when the program runs. */
export interface Import {
  readonly from: string
  readonly type: boolean
}

/** The static imports and re-exports of a TypeScript text. */
export function importsOf(text: string): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[\w*{][^;'"]*?\s+from\s+)?['"]([^'"]+)['"]/gm)
  return [...statements].map(([, type, from]) => ({ from: from!, type: type !== undefined }))
}
