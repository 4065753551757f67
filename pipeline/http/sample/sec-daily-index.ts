import { rosterOf } from '../../../data/companies.ts'
import { dayNumber, dayOf, isoDay } from '../../calendar/day.ts'
import { isBusinessDay } from '../../calendar/holiday.ts'
import { json, notThere, type WireFormat } from './answer.ts'
import { filingsOf } from './sec-filings.ts'

const address = /^\/Archives\/edgar\/daily-index\/(\d{4})\/QTR([1-4])\/(?:index\.json|form\.(\d{4})(\d{2})(\d{2})\.idx)$/

/** Filers nobody follows. */
const others = [
  { form: '10-D', name: 'Invented Vehicle Owner Trust 2026-A', cik: '9990001' },
  { form: '8-K', name: 'Nobody Follows This Sample Inc.', cik: '9990002' },
] as const

const widths = [12, 62, 12, 12, 52] as const
const line = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd(widths[at]!)).join('')

/** The index of a day by form, and the list of the files of its quarter. There is one for each business day before the run. */
export const secDailyIndex: WireFormat = {
  host: 'www.sec.gov',
  path: (pathname) => address.test(pathname),
  answer(url, now) {
    const [, year = '', quarter = '', ...date] = address.exec(url.pathname)!
    const last = dayOf(now) - 1
    if (date[0] === undefined) {
      const first = dayNumber(`${year}-${String(3 * Number(quarter) - 2).padStart(2, '0')}-01`)!
      const days = Array.from({ length: Math.max(0, Math.min(92, last - first + 1)) }, (_, at) => first + at)
      const within = days.filter((day) => quarterOf(day) === `${year}/QTR${quarter}` && isBusinessDay(day, 'us-federal'))
      if (within.length === 0) throw notThere(url, 'the quarter has not begun')
      const file = (name: string) => ({
        'last-modified': '11/19/2026 10:03:33 PM',
        name,
        type: 'file',
        href: name,
        size: '3 KB',
      })
      const names = ['company', 'form', 'master'].flatMap((kind) =>
        within.map((day) => `${kind}.${isoDay(day).replaceAll('-', '')}.idx`),
      )
      return json({ directory: { item: names.map(file), name: `daily-index/${year}/QTR${quarter}/`, 'parent-dir': '../' } })
    }
    const day = dayNumber(date.join('-'))
    if (day === null || day > last || !isBusinessDay(day, 'us-federal') || quarterOf(day) !== `${year}/QTR${quarter}`)
      throw notThere(url, 'no index of that day')
    return { status: 200, type: 'text/plain', body: indexOf(day) }
  },
}

function quarterOf(day: number): string {
  const [year, month] = isoDay(day).split('-')
  return `${year}/QTR${Math.ceil(Number(month) / 3)}`
}

function indexOf(day: number): string {
  const date = isoDay(day).replaceAll('-', '')
  const row = (form: string, name: string, cik: string, accession: string): string =>
    line([form, name, cik, date, `edgar/data/${cik}/${accession}.txt`])
  const own = rosterOf(true)
    .filter(({ market }) => market === 'us')
    .flatMap(({ code: cik, name }) =>
      filingsOf(cik, day)
        .filter(({ filed }) => filed === day)
        .map(({ form, accession }) => row(form, `${name} (SAMPLE DATA)`, String(Number(cik)), accession)),
    )
  const theirs = others.map(({ form, name, cik }) =>
    row(form, name, cik, `${cik.padStart(10, '0')}-${date.slice(2, 4)}-${date.slice(4)}00`),
  )
  return [
    'Description:           Daily Index of EDGAR Dissemination Feed by Form Type, SAMPLE DATA',
    `Last Data Received:    ${isoDay(day)}`,
    'Comments:              webmaster@example.com',
    'Anonymous FTP:         ftp://ftp.example.com/edgar/',
    ...Array.from({ length: 4 }, () => ' '),
    line(['Form Type', 'Company Name', 'CIK', 'Date Filed', 'File Name']).trimEnd(),
    '-'.repeat(141),
    ...[...own, ...theirs].sort(),
    '',
  ].join('\n')
}
