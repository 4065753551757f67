import { createHash } from 'node:crypto'
import type { StoredNewsRecord } from '../../../pipeline/documents/news-day.ts'
import type { NewsDirectory } from '../../../pipeline/documents/news-directory.ts'
import type { EditionView, StoredBytes } from '../../../pipeline/editions/reader.ts'
import { type EditionOptions, edition } from '../fixture.ts'

/** A record with what most have. `date` is its shown date. */
export function recordOf(id: string, date: string, more: Partial<StoredNewsRecord> = {}): StoredNewsRecord {
  return {
    ...{ id, source: 'sec', kind: 'filed', news_kinds: ['material-event'], date, time: null, time_zone: null, at: null },
    ...{ title: `Title of ${id}`, title_as_filed: null, form: '8-K', items: ['8.01'], language: 'en' },
    companies: [{ company: 'us:0000000001', name: 'One Inc' }],
    link: `https://www.sec.gov/${id}`,
    ...{ withdrawn: false, corrected: false, known_at: `${date}T21:00:00Z` },
    ...more,
  }
}

export const directory: Pick<NewsDirectory, 'sources' | 'companies'> = {
  sources: [{ source: 'sec', from: '2026-07-10' }],
  companies: [
    { company: 'us:0000000001', codes: ['ONE', 'ONE-PA'], name: 'One Inc' },
    { company: 'us:0000000002', codes: ['BRK-B', 'BRK-A'], name: 'Two Inc' },
    { company: 'jp:E00003', codes: ['6743'], name: '三株式会社' },
  ],
}

/** An edition with news: records by shown date in the order they are served; a day mapped to an error cannot be read. */
export function newsEdition(
  days: Readonly<Record<string, readonly StoredNewsRecord[] | Error>>,
  options: Partial<EditionOptions> = {},
  listed: typeof directory = directory,
): EditionView {
  const view = edition({ edition: 'e1', ...options })
  const documents = new Map<string, object | Error>([
    ['news-directory/companies', listed],
    ...Object.entries(days).map(
      ([day, records]) => [`news/${day}`, records instanceof Error ? records : { day, records }] as const,
    ),
  ])
  const stored = (place: string): StoredBytes | null => {
    const document = documents.get(place)
    if (document === undefined) return null
    const plain = Buffer.from(JSON.stringify(document))
    const hash = createHash('sha256').update(place).update(plain).digest('hex')
    const entry = {
      ...view.entries.get('system/feeds')!,
      place,
      formats: { json: { hash, bytes: plain.length, br: false, gz: false } },
    }
    return { place, format: 'json', hash, plain, br: null, gz: null, entry }
  }
  return {
    ...view,
    packedEntry: (place) => stored(place)?.entry ?? view.packedEntry(place),
    packed: async (place, format) => {
      const document = documents.get(place)
      if (document instanceof Error) throw document
      return stored(place) ?? view.packed(place, format)
    },
  }
}
