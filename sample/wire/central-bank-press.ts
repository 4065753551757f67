import { dayMs, isoDay } from '../../pipeline/calendar/day.ts'
import { decisionDays } from '../world/releases.ts'
import { text, type WireFormat } from './answer.ts'

/** Days back that a feed of press releases reaches. */
const pastDays = 200

/** `Wed, 18 Nov 2026 19:00:00 GMT` */
const dateAt = (day: number, clock: string, zone: string): string =>
  `${new Date(day * dayMs).toUTCString().slice(0, 16)} ${clock}:00 ${zone}`
const digits = (day: number): string => isoDay(day).replaceAll('-', '')
const decisions = (last: number): number[] => decisionDays(last - pastDays, last).toReversed()

interface Item {
  readonly title: string
  readonly link: string
  readonly category?: string
  readonly date: string
}

const feedOf = (title: string, items: readonly Item[], cell: (value: string) => string): string =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${title}, SAMPLE DATA</title><link>https://example.com/</link>
${items
  .map(
    (item) =>
      `<item><title>${item.title}</title><link>${cell(item.link)}</link>${item.category ? `<category>${item.category}</category>` : ''}<pubDate>${cell(item.date)}</pubDate></item>`,
  )
  .join('\n')}
</channel></rss>`

const release = (name: string): string => `https://www.federalreserve.gov/newsevents/pressreleases/${name}.htm`

/** The feed of the Federal Reserve on monetary policy: a statement each decision, an implementation note, and the minutes three weeks later. */
export const fedPress: WireFormat = {
  host: 'www.federalreserve.gov',
  path: /^\/feeds\/press_monetary\.xml$/,
  answer({ last }) {
    const item = (title: string, name: string, day: number): Item => ({
      ...{ title: `${title} (SAMPLE DATA)`, link: release(name), category: 'Monetary Policy' },
      date: dateAt(day, '19:00', 'GMT'),
    })
    const items = decisions(last).flatMap((day) => [
      ...(day + 21 <= last
        ? [item('Minutes of the Federal Open Market Committee', `monetary${digits(day + 21)}a`, day + 21)]
        : []),
      item('Federal Reserve issues FOMC statement', `monetary${digits(day)}a`, day),
      item('Implementation note', `monetary${digits(day)}a1`, day),
    ])
    return text(
      'text/xml',
      feedOf('FRB: Press Release - Monetary Policy', items, (value) => `<![CDATA[${value}]]>`),
    )
  },
}

/** The press feed of the ECB: a decision a day after each of the committee's, among speeches. */
export const ecbPress: WireFormat = {
  host: 'www.ecb.europa.eu',
  path: /^\/rss\/press\.html$/,
  answer({ last }) {
    const root = 'https://www.ecb.europa.eu//press'
    const items = decisions(last - 1).flatMap((day): Item[] => {
      const [year, name] = [isoDay(day + 1).slice(0, 4), digits(day + 1).slice(2)]
      return [
        {
          ...{ title: 'Speech by nobody (SAMPLE DATA)', link: `${root}/key/date/${year}/html/ecb.sp${name}~sample0000.en.html` },
          date: dateAt(day + 2, '17:30', '+0100'),
        },
        {
          ...{
            title: 'Monetary policy decisions (SAMPLE DATA)',
            link: `${root}/pr/date/${year}/html/ecb.mp${name}~sample0000.en.html`,
          },
          date: dateAt(day + 1, '14:15', '+0100'),
        },
      ]
    })
    return text(
      'application/rss+xml',
      feedOf('ECB - European Central Bank', items, (value) => value),
    )
  },
}
