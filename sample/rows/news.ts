import { isoDay, isoTime, weekday } from '../../pipeline/time/day.ts'
import { localToUtc } from '../../pipeline/time/zone.ts'
import { sampleEpoch } from '../world/random-walk.ts'
import { decisionDays } from '../world/releases.ts'
import { type Asked, firstRequestedDay, type SampleAnswer, type SampleAnswers, type SampleTableRow } from './publication.ts'

type Document = Pick<SampleTableRow<'news_record'>, 'source' | 'id' | 'form' | 'title' | 'link' | 'clock' | 'zone'> & {
  readonly day: number
}

/** The row of an official document that a list shows at the time `now`. */
export function officialRecord(now: number, { day, ...document }: Document) {
  const { clock, zone } = document
  return {
    ...{ ...document, day: isoDay(day), told_by: 'list' as const, origin: 'official' as const, language: 'en' as const },
    ...{ items: null, title_as_filed: null, kinds: '', known_at: isoTime(now) },
    happened_at: clock === null ? null : isoTime(localToUtc(day, clock, zone)),
  }
}

/** Days back that the lists of central banks reach. */
const listedDays = 60

/** What a bank publishes so many days after the decisions of the Federal Reserve. */
interface Release {
  readonly after: number
  readonly form: string
  readonly title: string | ((day: number) => string)
  readonly path: (year: string, date6: string) => string
}

const press =
  (source: string, host: string, zone: string, clock: string, releases: readonly Release[]) =>
  ({ now, last }: Asked): SampleAnswer => {
    const [from, to] = [last + 1 - listedDays, last + 1]
    const records = releases.flatMap(({ after, form, title, path }) =>
      decisionDays(sampleEpoch, to)
        .map((decided) => decided + after)
        .filter((day) => day >= from && day <= to && localToUtc(day, clock, zone) <= now)
        .map((day) => {
          const id = path(isoDay(day).slice(0, 4), isoDay(day).slice(2).replaceAll('-', ''))
          const named = { form, title: typeof title === 'string' ? title : title(day) }
          return officialRecord(now, { source, id, ...named, link: `https://${host}${id}`, day, clock, zone })
        }),
    )
    return { rows: { news_record: records } }
  }

const release = (suffix: string) => (year: string, date6: string) =>
  `/newsevents/pressreleases/monetary${year}${date6.slice(2)}${suffix}.htm`

/** What is published on a day of the week: rules on exports on Tuesdays, notices on duties on Thursdays, a proclamation each Friday. */
const byWeekday: Readonly<Record<number, readonly [form: string, title: string]>> = {
  2: ['Rule', 'Additions and Revisions to the Entity List'],
  4: ['Notice', 'Certain Sample Pipe From Nowhere: Antidumping Duty Order'],
  5: ['Presidential Document', 'Adjusting Imports of Sample Articles Into the United States'],
}

/** Documents of the types asked for since a day. */
function federalRegister({ url, now, last }: Asked): SampleAnswer {
  const isPresidential = url.searchParams.getAll('conditions[type][]').includes('PRESDOCU')
  const records = []
  for (let day = last; day >= firstRequestedDay(url); day--) {
    const [form, title] = byWeekday[weekday(day)] ?? []
    if (form === undefined || isPresidential !== (form === 'Presidential Document')) continue
    const date = isoDay(day)
    const id = `${date.slice(0, 4)}-9${date.slice(5).replace('-', '')}`
    const link = `https://www.federalregister.gov/documents/${date.replaceAll('-', '/')}/${id}/sample-data`
    const shown = { source: 'federal-register', id, form, title: `${title} (SAMPLE DATA)`, link }
    records.push(officialRecord(now, { ...shown, day, clock: null, zone: 'America/New_York' }))
  }
  return { rows: { news_record: records } }
}

export const news: SampleAnswers = {
  'fed-press': press('federal-reserve', 'www.federalreserve.gov', 'GMT', '18:00', [
    { after: 0, form: 'FOMC statement', title: 'Federal Reserve issues FOMC statement', path: release('a') },
    {
      ...{ after: 0, form: 'implementation note', title: 'Implementation Note issued by the Federal Reserve' },
      path: release('a1'),
    },
    {
      ...{ after: 21, form: 'FOMC minutes', path: release('a') },
      title: (day) => `Minutes of the Federal Open Market Committee, ${isoDay(day - 22)}-${isoDay(day - 21).slice(8)}`,
    },
  ]),
  'ecb-press': press('ecb', 'www.ecb.europa.eu', 'Europe/Berlin', '14:15', [
    {
      ...{ after: 8, form: 'monetary policy decision', title: 'Monetary policy decisions' },
      path: (year, date6) => `/press/pr/date/${year}/html/ecb.mp${date6}~0000000000.en.html`,
    },
  ]),
  'boj-press': press('bank-of-japan', 'www.boj.or.jp', 'Asia/Tokyo', '12:05', [
    {
      ...{ after: 2, form: 'statement on monetary policy', title: 'Statement on Monetary Policy' },
      path: (year, date6) => `/en/mopo/mpmdeci/mpr_${year}/k${date6}a.pdf`,
    },
  ]),
  'federal-register': federalRegister,
}
