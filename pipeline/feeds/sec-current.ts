import { SaxesParser } from 'saxes'
import { ParseError } from '../errors.ts'
import { latin1Of } from './body.ts'
import { defineFeed, type Lead, type Rejected, rejection } from './feed.ts'
import { leadsTo } from './sec-discovery.ts'

const id = 'sec-current'
const address = 'https://www.sec.gov/cgi-bin/browse-edgar'
/** Asked for by how a form begins, which finds amendments too. Rarer forms are left to the daily index. */
const forms = ['8-K', '6-K', '10-Q', '10-K'] as const

/**
 * The newest filings EDGAR has accepted (Atom in ISO-8859-1), one entry a party, so that a filing may have several. It leads to the indexes
 * of the followed filers among them.
 */
export const secCurrent = defineFeed({
  id,
  upstream: 'sec',
  title: 'SEC latest filings',
  needs: 'SEC_CONTACT',
  match: (url) =>
    `${url.origin}${url.pathname}` === address &&
    url.searchParams.get('action') === 'getcurrent' &&
    url.searchParams.get('output') === 'atom',
  plan: () =>
    forms.map((form) => ({
      feed: id,
      upstream: 'sec',
      url: `${address}?action=getcurrent&type=${form}&count=100&output=atom`,
    })),
  parse: (body) => {
    const rejected: Rejected[] = []
    const next = new Map<string, Lead>()
    for (const entry of entriesOf(latin1Of(body, id))) {
      const [, cik] = /\((\d{10})\) \([^()]+\)$/.exec(entry.title) ?? []
      const [, accession] = /^urn:tag:sec\.gov,2008:accession-number=(\d{10}-\d{2}-\d{6})$/.exec(entry.id) ?? []
      if (cik === undefined || accession === undefined || entry.form === '') {
        const reason = 'the entry lacks a company, a filing or a form'
        rejected.push(rejection(null, 'entry', reason, JSON.stringify(entry)))
        continue
      }
      for (const lead of leadsTo({ cik, form: entry.form, accession })) next.set(`${lead.url} ${accession}`, lead)
    }
    return { rows: {}, rejected, next: [...next.values()] }
  },
})

interface Entry {
  /** `8-K - Example Corp (0001234567) (Filer)`. */
  title: string
  id: string
  form: string
}

/** Entries of an Atom feed: none in a quiet hour. A body that is no whole feed is a `ParseError`. */
function entriesOf(text: string): Entry[] {
  const entries: Entry[] = []
  const open: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new ParseError('BODY_NOT_XML', `${id}: the body is not complete XML: ${error.message.slice(0, 200)}`, { feed: id })
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name)
    if (open.length === 1 && name !== 'feed')
      throw new ParseError('BODY_NOT_FEED', `${id}: the root of the XML is not an Atom feed`, { feed: id })
    if (open.length === 2 && name === 'entry') entries.push({ title: '', id: '', form: '' })
    if (open.length === 3 && open[1] === 'entry' && name === 'category') entries.at(-1)!.form = (attributes['term'] ?? '').trim()
  })
  parser.on('text', (piece) => {
    const [, parent, name] = open
    if (open.length === 3 && parent === 'entry' && (name === 'title' || name === 'id')) entries.at(-1)![name] += piece
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text).close()
  return entries.map((entry) => ({ ...entry, title: entry.title.trim(), id: entry.id.trim() }))
}
