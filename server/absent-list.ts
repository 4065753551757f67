/** What is not published, and why, under a heading of its own; nothing where nothing is missing. */
export function absentList(all: readonly { readonly id: string; readonly never: boolean; readonly why: string }[]): string {
  if (all.length === 0) return ''
  const lines = all.map(({ id, never, why }) => `- ${id}: ${why}${never ? '; no refresh brings it' : ''}.\n`)
  return `\n## Not published\n\n${lines.join('')}`
}
