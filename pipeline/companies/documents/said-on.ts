import type { DocumentSet } from '../../filings/document-set.ts'
import { dayPattern, readDay } from '../../filings/written-day.ts'

const dateline = new RegExp(`^(?:Exhibit 99(?:\\.\\d+)? )?[^\\d]{2,90}?[-\u2010-\u2015(,.]\\s?(?<day>${dayPattern})(?!\\d)`, 'iu')
const cover = new RegExp(`\\bDate of Report[^\\d]{0,60}(?<day>${dayPattern})(?!\\d)`, 'iu')
/** A dateline is looked for in so many sentences. */
const reach = 16

/** The day a filing was made by its own words: the dateline of its release, else the date of its cover; null where it has neither. */
export function statedFilingDay({ texts }: DocumentSet): string | null {
  const dayIn = (words: RegExp, text: string) => readDay(words.exec(text)?.groups?.['day'] ?? '')
  const releases = texts.filter(({ type }) => type.startsWith('EX'))
  for (const { spans } of releases.length > 0 ? releases : texts)
    for (const { text, kind } of spans.slice(0, reach)) {
      const day = kind === 'sentence' ? dayIn(dateline, text) : null
      if (day !== null) return day
    }
  const covers = texts.flatMap(({ spans }) => spans.flatMap(({ text }) => dayIn(cover, text) ?? []))
  return covers[0] ?? null
}
