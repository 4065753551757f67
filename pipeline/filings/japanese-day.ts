import { dayMs, dayNumber, isoDay } from '../time/day.ts'

/** Year before the first of each era, which is written 元年. */
const eras: Readonly<Record<string, number>> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 }
const year = `(${Object.keys(eras).join('|')})?(元|\\d{1,4})年`
const wholeDay = new RegExp(`^${year}(\\d{1,2})月(\\d{1,2})日$`, 'u')
const months = new RegExp(`${year}(\\d{1,2})月(\\d{1,2}日)?`, 'gu')

/** Digits of full width become those of half width, and spaces between the parts go. */
const plain = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '')

const yearOf = (era: string | undefined, digits: string): number =>
  (era === undefined ? 0 : (eras[era] ?? 0)) + (digits === '元' ? 1 : Number(digits))

/** `2024年５月14日`, `令和6年5月14日` -> `2024-05-14`; null for anything else. */
export function readJapaneseDay(text: string): string | null {
  const [, era, digits = '', month = '', day = ''] = wholeDay.exec(plain(text)) ?? []
  const iso = `${String(yearOf(era, digits)).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return dayNumber(iso) === null ? null : iso
}

/**
 * The last days of the months listed after a heading such as 決算年月, newest first. A month with a day, such as the day of a transition to other
 * accounting standards, is left out. Empty without the heading.
 */
export function monthsAfter(heading: string, text: string): string[] {
  const [, rest] = plain(text).split(heading, 2)
  const ends: number[] = []
  let at = 0
  for (const match of (rest ?? '').matchAll(months)) {
    if (match.index !== at) break
    at += match[0].length
    if (match[4] === undefined) ends.push(Date.UTC(yearOf(match[1], match[2]!), Number(match[3]), 0) / dayMs)
  }
  return [...new Set(ends)].sort((a, b) => b - a).map(isoDay)
}
