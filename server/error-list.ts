import { type ErrorCode, errorCodes } from './errors.ts'

const codes = Object.entries(errorCodes).map(([error, facts]) => ({ error: error as ErrorCode, ...facts }))

/** GET /docs/errors: every code an answer may carry; `docs` of an error points at its heading here. */
export function errorList() {
  return { count: codes.length, errors: codes }
}

export function errorListText(): string {
  const sections = codes.map(({ error, status, meaning }) => `## ${error}\n\nStatus ${status}. ${meaning}\n`)
  return `# Errors\n\nEvery answer that is not a success carries one of these in \`error\`.\n\n${sections.join('\n')}`
}
