import { dayOf, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { localToUtc } from '../../pipeline/calendar/zone.ts'
import { epoch } from '../world/path.ts'
import { decisionDays } from '../world/releases.ts'
import { text, type WireFormat } from './answer.ts'

/** Days back that the lists reach. */
const listedDays = 60

const weekdays = 'Mon Tue Wed Thu Fri Sat Sun'.split(' ')
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const date6 = (day: number): string => isoDay(day).slice(2).replaceAll('-', '')

interface Item {
  readonly day: number
  readonly clock: string
  readonly title: string
  readonly path: string
  readonly category?: string
}

interface Bank {
  readonly host: string
  readonly zone: string
  /** Offset as the list writes it, for a day in minutes east of UTC. */
  written(minutes: number): string
  items(from: number, to: number): readonly Item[]
}

/** Days on which another bank decides: some days beside those of the Federal Reserve. */
const decidedAfter = (days: number, from: number, to: number): number[] =>
  decisionDays(epoch, to)
    .map((day) => day + days)
    .filter((day) => day >= from && day <= to)

function listOf(name: string, { host, zone, written, items }: Bank, now: number): string {
  const today = dayOf(now)
  const rows = items(today - listedDays, today)
    .map((item) => ({ ...item, at: localToUtc(item.day, item.clock, zone) }))
    .filter(({ at }) => at <= now)
    .sort((a, b) => b.at - a.at)
    .map(({ day, clock, title, path, category, at }) => {
      const [year = '', month = '', date = ''] = isoDay(day).split('-')
      const offset = (Date.parse(`${isoDay(day)}T${clock}:00Z`) - at) / 60_000
      const pubDate = `${weekdays[weekday(day) - 1]}, ${date} ${months[Number(month) - 1]} ${year} ${clock}:00 ${written(offset)}`
      const link = `https://${host}${path}`
      const filed = category === undefined ? '' : `<category>${category}</category>`
      return `<item><title>${title}</title><link>${link}</link><guid>${link}</guid>${filed}<pubDate>${pubDate}</pubDate></item>`
    })
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>\n<title>${name} (SAMPLE DATA)</title>\n<link>https://${host}/</link>\n<description>Invented releases</description>\n<language>en</language>\n${rows.join('\n')}\n</channel></rss>`
}

const signed = (minutes: number): string => {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`
}

const fed: Bank = {
  host: 'www.federalreserve.gov',
  zone: 'UTC',
  written: () => 'GMT',
  items: (from, to) => {
    const release = (day: number, title: string, suffix: string, category = 'Monetary Policy'): Item => ({
      ...{ day, clock: '18:00', title, category },
      path: `/newsevents/pressreleases/monetary20${date6(day)}${suffix}.htm`,
    })
    return [
      ...decisionDays(from, to).flatMap((day) => [
        release(day, 'Federal Reserve issues FOMC statement', 'a'),
        release(day, 'Implementation Note issued by the Federal Reserve', 'a1'),
      ]),
      ...decidedAfter(21, from, to).map((day) =>
        release(day, `Minutes of the Federal Open Market Committee, ${isoDay(day - 22)}-${isoDay(day - 21).slice(8)}`, 'a'),
      ),
      ...decidedAfter(9, from, to).map((day) =>
        release(day, 'Agencies request comment on an invented rule', 'b', 'Banking and Consumer Regulatory Policy'),
      ),
    ]
  },
}

const ecb: Bank = {
  host: 'www.ecb.europa.eu',
  zone: 'Europe/Berlin',
  written: signed,
  items: (from, to) => [
    ...decidedAfter(8, from, to).map((day) => ({
      ...{ day, clock: '14:15', title: 'Monetary policy decisions' },
      path: `//press/pr/date/20${date6(day).slice(0, 2)}/html/ecb.mp${date6(day)}~0000000000.en.html`,
    })),
    ...decidedAfter(10, from, to).map((day) => ({
      ...{ day, clock: '17:30', title: 'An invented speech' },
      path: `//press/key/date/20${date6(day).slice(0, 2)}/html/ecb.sp${date6(day)}~0000000000.en.html`,
    })),
  ],
}

const boj: Bank = {
  host: 'www.boj.or.jp',
  zone: 'Asia/Tokyo',
  written: signed,
  items: (from, to) => [
    ...decidedAfter(2, from, to).map((day) => ({
      ...{ day, clock: '12:05', title: 'Statement on Monetary Policy' },
      path: `/en/mopo/mpmdeci/mpr_20${date6(day).slice(0, 2)}/k${date6(day)}a.pdf`,
    })),
    ...decidedAfter(5, from, to).map((day) => ({
      ...{ day, clock: '08:50', title: 'Bank of Japan Accounts' },
      path: `/en/statistics/boj/other/acmai/release/20${date6(day).slice(0, 2)}/ac${date6(day)}.htm`,
    })),
  ],
}

const wire = (name: string, bank: Bank, path: RegExp): WireFormat => ({
  host: bank.host,
  path,
  parameters: [],
  answer: ({ now }) => text('text/xml', listOf(name, bank, now)),
})

/** What central banks publish, as lists in RSS: decisions, what goes with them, and items of other kinds. */
export const fedPress = wire('FRB: Press Release - Monetary Policy', fed, /^\/feeds\/press_monetary\.xml$/)
export const ecbPress = wire('ECB - European Central Bank', ecb, /^\/rss\/press\.html$/)
export const bojPress = wire("Bank of Japan: What's New", boj, /^\/en\/rss\/whatsnew\.xml$/)
