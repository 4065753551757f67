import { ParseError } from '../../pipeline/errors.ts'
import { edinetDocuments } from '../../pipeline/feeds/edinet-documents.ts'
import { edinetList } from '../../pipeline/feeds/edinet-list.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'

export const root = 'https://api.edinet-fsa.go.jp/api/v2/documents'
export const listOf = (day: string) => `${root}.json?date=${day}&type=2`
export const packageAt = (id: string) => `${root}/${id}?type=5`
export const listed = (body: unknown, day = '2026-06-30', at = '2026-07-08T00:02:00Z') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return flattened(edinetList.parse(new TextEncoder().encode(text), recordingOf(listOf(day), text, at)))
}
export const documented = (body: Uint8Array | string, id = 'S100YN95') =>
  flattened(
    edinetDocuments.parse(
      typeof body === 'string' ? new TextEncoder().encode(body) : body,
      recordingOf(packageAt(id), body, '2026-07-11T00:00:00Z'),
    ),
  )
export const codeOf = (read: () => unknown): string => {
  try {
    read()
    return 'read'
  } catch (error) {
    if (error instanceof ParseError) return error.code
    throw error
  }
}
