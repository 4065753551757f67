import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { businessDayUpTo, isBusinessDay } from '../../pipeline/time/holiday.ts'
import { type Filing, filingsOf } from '../world/filings.ts'
import { issuers, type Registrant } from '../world/issuers.ts'
import { reporters } from '../world/reporters.ts'
import { jsonAnswer, notImitatedError, sampleNotFoundError, textAnswer, type WireFormat } from './answer.ts'

const registrants: readonly Registrant[] = [...issuers, ...reporters]

const filedBy = (day: number): (Pick<Registrant, 'name' | 'cik'> & Filing)[] =>
  registrants.flatMap(({ cik, name }) => filingsOf(cik, day).map((filing) => ({ ...filing, cik, name: `${name} (SAMPLE DATA)` })))

/** The list of tickers: the invented companies that have filed a report, one of them twice, with a second listed class. */
export const secTickers: WireFormat = {
  host: 'www.sec.gov',
  path: /^\/files\/company_tickers\.json$/,
  answer({ last }) {
    const listed = [...issuers, ...reporters.filter(({ cik }) => filingsOf(cik, last).some(({ fiscal }) => fiscal))]
    const rows = listed.flatMap(({ cik, ticker, name }: Registrant) =>
      (ticker === 'HRBX' ? [ticker, 'HRBX-PA'] : [ticker]).map((each) => ({
        ...{ cik_str: Number(cik), ticker: each, title: `${name.toUpperCase()} (SAMPLE DATA)` },
      })),
    )
    return jsonAnswer({ ...rows })
  },
}

const widths = [12, 62, 12, 12, 52] as const
const line = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd(widths[at]!)).join('')
const digits = (day: number): string => isoDay(day).replaceAll('-', '')

function quarterOf(day: number): string {
  const [year, month] = isoDay(day).split('-')
  return `${year}/QTR${Math.ceil(Number(month) / 3)}`
}

function indexOf(day: number): string {
  const date = digits(day)
  const row = (form: string, name: string, cik: number, accession: string): string =>
    line([form, name, String(cik), date, `edgar/data/${cik}/${accession}.txt`])
  const own = filedBy(day).filter(({ filed }) => filed === day)
  const unknown = (form: string, name: string, cik: number): string =>
    row(form, name, cik, `000${cik}-${date.slice(2, 4)}-${date.slice(4)}00`)
  const rows = [
    ...own.map(({ form, name, cik, accession }) => row(form, name, Number(cik), accession)),
    unknown('10-D', 'Invented Vehicle Owner Trust 2026-A', 9990001),
    unknown('8-K', 'Nobody Follows This Sample Inc.', 9990002),
  ]
  return `Description:           Daily Index of EDGAR Dissemination Feed by Form Type, SAMPLE DATA
Last Data Received:    ${isoDay(day)}
Comments:              webmaster@example.com
Anonymous FTP:         ftp://ftp.example.com/edgar/
${' \n'.repeat(4)}${line(['Form Type', 'Company Name', 'CIK', 'Date Filed', 'File Name']).trimEnd()}
${'-'.repeat(141)}
${rows.sort().join('\n')}
`
}

/** The index of a day by form, and the list of the files of its quarter. There is one for each business day before the run. */
export const secDailyIndex: WireFormat = {
  host: 'www.sec.gov',
  path: /^\/Archives\/edgar\/daily-index\/((\d{4})\/QTR([1-4]))\/(?:index\.json|form\.(\d{4})(\d{2})(\d{2})\.idx)$/,
  answer({ url, last, parts: [quarter = '', year, number, ...date] }) {
    const has = (day: number): boolean => day <= last && quarterOf(day) === quarter && isBusinessDay(day, 'us-federal')
    if (date[0] !== undefined) {
      const day = dayNumber(date.join('-'))
      if (day === null || !has(day)) throw sampleNotFoundError(url, 'no index of that day')
      return textAnswer('text/plain', indexOf(day))
    }
    const first = dayNumber(`${year}-${String(3 * Number(number) - 2).padStart(2, '0')}-01`)!
    const days = Array.from({ length: 92 }, (_, at) => first + at).filter(has)
    if (days.length === 0) throw sampleNotFoundError(url, 'the quarter has not begun')
    const file = (name: string) => ({ 'last-modified': '11/19/2026 10:03:33 PM', name, type: 'file', href: name, size: '3 KB' })
    const names = ['company', 'form', 'master'].flatMap((kind) => days.map((day) => `${kind}.${digits(day)}.idx`))
    return jsonAnswer({ directory: { item: names.map(file), name: `daily-index/${quarter}/`, 'parent-dir': '../' } })
  },
}

type Entry = Pick<Filing, 'accession' | 'filed' | 'clock' | 'items'> &
  Pick<Registrant, 'name' | 'cik'> & { readonly form: string }

function entryOf({ form, name, cik, accession, filed, clock, items }: Entry): string {
  const lines = items
    .split(',')
    .map((item) => (item === '' ? '' : `\n&lt;br&gt;Item ${item}: ${itemNames[item] ?? 'Sample Item'}`))
  const folder = `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}`
  return `<entry>
<title>${form} - ${name} (${cik}) (Filer)</title>
<link rel="alternate" type="text/html" href="${folder}/${accession}-index.htm"/>
<summary type="html">
 &lt;b&gt;Filed:&lt;/b&gt; ${isoDay(filed)} &lt;b&gt;AccNo:&lt;/b&gt; ${accession} &lt;b&gt;Size:&lt;/b&gt; 186 KB${lines.join('')}
</summary>
<updated>${isoDay(filed)}T${clock}-05:00</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>
</entry>`
}

/** Items as EDGAR names them. */
export const itemNames: Readonly<Record<string, string>> = {
  '1.01': 'Entry into a Material Definitive Agreement',
  '2.02': 'Results of Operations and Financial Condition',
  '2.03': 'Creation of a Direct Financial Obligation or an Obligation under an Off-Balance Sheet Arrangement of a Registrant',
  '2.05': 'Costs Associated with Exit or Disposal Activities',
  '3.03': 'Material Modification to Rights of Security Holders',
  '4.02': 'Non-Reliance on Previously Issued Financial Statements or a Related Audit Report or Completed Interim Review',
  '5.02':
    'Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain Officers: Compensatory Arrangements of Certain Officers',
  '5.03': 'Amendments to Articles of Incorporation or Bylaws; Change in Fiscal Year',
  '7.01': 'Regulation FD Disclosure',
  '8.01': 'Other Events',
  '9.01': 'Financial Statements and Exhibits',
}
/** Days of filings the list holds; the real one holds less than two business days. */
const listedDays = 7

/** The newest filings (Atom), a page of `count` from `start` on of those whose form begins with `type`, filed by the day before the run. */
export const secCurrent: WireFormat = {
  host: 'www.sec.gov',
  path: /^\/cgi-bin\/browse-edgar$/,
  answer({ url, query, last }) {
    const { action, output, type = '', count = '40', start = '0' } = query
    if (action !== 'getcurrent' || output !== 'atom') throw notImitatedError(url, 'other pages')
    const day = isoDay(last)
    const filed = businessDayUpTo(last, 'us-federal')
    const unknown = {
      ...{ form: type, name: 'Nobody Follows This Sample Inc.', cik: '0009990002', filed, clock: '21:57:38' },
      ...{ accession: `0009990002-${day.slice(2, 4)}-${digits(filed).slice(4)}00`, items: type === '8-K' ? '5.02,9.01' : '' },
    }
    const entries: Entry[] = [unknown, ...filedBy(last)]
      .filter(({ form, filed }) => form.startsWith(type) && filed > last - listedDays)
      .sort((a, b) => (`${a.filed} ${a.clock}` < `${b.filed} ${b.clock}` ? 1 : -1))
      .slice(Number(start), Number(start) + Number(count))
    return textAnswer(
      'application/atom+xml; charset=ISO-8859-1',
      `<?xml version="1.0" encoding="ISO-8859-1" ?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Latest Filings, SAMPLE DATA - ${day}</title>
<link rel="alternate" href="/cgi-bin/browse-edgar?action=getcurrent"/>
<link rel="self" href="/cgi-bin/browse-edgar?action=getcurrent"/>
<id>https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent</id>
<author><name>Webmaster</name><email>webmaster@example.com</email></author>
<updated>${day}T22:00:00-05:00</updated>
${entries.map(entryOf).join('\n')}
</feed>
`,
    )
  },
}
