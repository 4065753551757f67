import { rosterOf } from '../../../data/companies.ts'
import { dayOf, isoDay } from '../../calendar/day.ts'
import { notImitated, type WireFormat } from './answer.ts'
import { filingsOf } from './sec-filings.ts'

/** One who nobody follows. */
const stranger = { name: 'Nobody Follows This Sample Inc.', cik: '0009990002' } as const

interface Entry {
  readonly form: string
  readonly name: string
  readonly cik: string
  readonly accession: string
  readonly day: string
  readonly clock: string
}

/** The newest filings (Atom), the first `count` of those whose form begins with `type`, from those filed by the day before the run. */
export const secCurrent: WireFormat = {
  host: 'www.sec.gov',
  path: (pathname) => pathname === '/cgi-bin/browse-edgar',
  answer(url, now) {
    const { searchParams: query } = url
    if (query.get('action') !== 'getcurrent' || query.get('output') !== 'atom') throw notImitated(url, 'other pages')
    const last = dayOf(now) - 1
    const type = query.get('type') ?? ''
    const own = rosterOf(true)
      .filter(({ market }) => market === 'us')
      .flatMap(({ code: cik, name }) =>
        filingsOf(cik, last).map(({ form, accession, filed, clock }) => ({
          form,
          name: `${name} (SAMPLE DATA)`,
          cik,
          accession,
          day: isoDay(filed),
          clock,
        })),
      )
      .filter(({ form }) => form.startsWith(type))
    const day = isoDay(last)
    const other = { ...stranger, form: type, accession: `${stranger.cik}-${day.slice(2, 4)}-000001`, day, clock: '21:57:38' }
    const newest = [other, ...own].sort((a, b) => (`${a.day} ${a.clock}` < `${b.day} ${b.clock}` ? 1 : -1))
    return {
      status: 200,
      type: 'application/atom+xml; charset=ISO-8859-1',
      body: feedOf(newest.slice(0, Number(query.get('count') ?? 40)), day),
    }
  },
}

function feedOf(entries: readonly Entry[], day: string): string {
  return [
    '<?xml version="1.0" encoding="ISO-8859-1" ?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>Latest Filings, SAMPLE DATA - ${day}</title>`,
    '<link rel="alternate" href="/cgi-bin/browse-edgar?action=getcurrent"/>',
    '<link rel="self" href="/cgi-bin/browse-edgar?action=getcurrent"/>',
    '<id>https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent</id>',
    '<author><name>Webmaster</name><email>webmaster@example.com</email></author>',
    `<updated>${day}T22:00:00-05:00</updated>`,
    ...entries.map(entryOf),
    '</feed>\n',
  ].join('\n')
}

function entryOf({ form, name, cik, accession, day, clock }: Entry): string {
  const folder = `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}`
  return [
    '<entry>',
    `<title>${form} - ${name} (${cik}) (Filer)</title>`,
    `<link rel="alternate" type="text/html" href="${folder}/${accession}-index.htm"/>`,
    '<summary type="html">',
    ` &lt;b&gt;Filed:&lt;/b&gt; ${day} &lt;b&gt;AccNo:&lt;/b&gt; ${accession} &lt;b&gt;Size:&lt;/b&gt; 186 KB`,
    '</summary>',
    `<updated>${day}T${clock}-05:00</updated>`,
    `<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>`,
    `<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>`,
    '</entry>',
  ].join('\n')
}
