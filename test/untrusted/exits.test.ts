import { beforeAll, describe, expect, test } from 'vitest'
import type { CapitalStructure } from '../../pipeline/documents/company/capital-structure.ts'
import { companyAddress } from '../../pipeline/documents/company/company.ts'
import { companyPageBlocks } from '../../pipeline/documents/company/text.ts'
import type { ChangeEvent } from '../../pipeline/editions/events.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { blocksMarkdown } from '../../pipeline/render/blocks-markdown.ts'
import { blocksPage } from '../../pipeline/render/blocks-page.ts'
import { writeJson } from '../../pipeline/render/json.ts'
import { withSanitizedText } from '../../pipeline/tables/words.ts'
import { directoryOf } from '../../server/companies/directory.ts'
import { companyAnswer } from '../../server/companies/route.ts'
import { fingerprintIn } from '../../server/editions/prepared-answer.ts'
import { eventPageOf, pageText } from '../../server/events/page.ts'
import { errorAnswer, errorBody, Refusal } from '../../server/http/errors.ts'
import { companiesAnswer } from '../../server/mcp/companies.ts'
import { untrustedMembers } from '../../server/mcp/tool.ts'
import { newsPageOf, newsText } from '../../server/news/page.ts'
import { readDirectory, readRecords } from '../../server/news/stored.ts'
import { refusalPage } from '../../server/pages/refusal-page.ts'
import { Challenges } from '../../server/payments/challenge.ts'
import type { NewsPage } from '../../server/schemas/news.ts'
import { sampleHome, sampleNow, viewOf } from '../end-to-end/home.ts'
import { terms } from '../server/payments/terms.ts'
import { injections } from './injections.ts'
import { textsOf, untrustedNames, withWords } from './schema-members.ts'
import { htmlShape, htmlWords, markdownShape, markdownWords } from './structure.ts'

type Company = Parameters<typeof companyPageBlocks>[0] & { readonly blocks: Record<string, object>; readonly fingerprint: string }

const harmless = 'Plain words of a source'
/** Words as the warehouse keeps them. */
const kept = (words: string): string => withSanitizedText(column, [{ words }])[0]!.words
const column = { name: 'planted', comment: '', columns: [['words', 'VARCHAR', '', 'line']] } as const
const never = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u
/** Blanks are one blank wherever text is shown. */
const shown = (text: string): string => text.replace(/\s+/g, ' ').trim()

const filing = '0000000000-26-000001'
const debt = {
  name: 'Notes',
  basis: 'principal' as const,
  amount: 1e9,
  currency: 'USD',
  coupon_percent: 5,
  effective_percent: 5,
  maturity: '2030-01-01',
}
const owed = { ...debt, within_a_year: false, as_of: '2026-06-30', filing }
const ofYears = { as_of: '2026-06-30', currency: 'USD', filing }
const capital_structure = {
  balance_day: '2026-06-30',
  debt: [owed],
  by_arm: [{ arm: 'Finance', ...owed }],
  principal: {
    ...{ basis: 'note' as const, instruments: 1e9, maturities: 1e8, difference: 9e8, agrees: false, ...ofYears },
    besides: [{ name: 'Leases', amount: 1e6 }],
  },
  rates: [{ kind: 'weighted_average' as const, debt: 'Notes', percent: 5, amount: null, from: null, derived: null, ...ofYears }],
  maturities: [{ label: 'Year 1', to: null, amount: 1e8, ...ofYears }],
  preferred: [{ name: 'Series A', liquidation_preference: 1e8, ...ofYears }],
  totals: { debt: null, leases: null, preferred: null, cash: null, net_debt: null },
  ...{ net_debt_parts: [], totals_without: [] },
  classes: [{ class: 'Class A', count: 1e8, as_of: '2026-06-30', filing }],
  dilution: null,
  ...{ buybacks: [], dividends: [], issued: [], not_served: [], filings: {} },
} satisfies CapitalStructure

let view: EditionView
let company: Company
let news: NewsPage

beforeAll(async () => {
  view = await viewOf((await sampleHome()).folder)
  const row = directoryOf(view).companies.find(({ blocks }) => blocks.includes('against_guidance'))!
  const { text } = await companyAnswer({ view, edition: 'e' }, { company: companyAddress(row), block: null, date: null }, 'json')
  const whole = JSON.parse(text.plain.body.toString('utf8')) as Company
  // long tables of figures have no words of sources on pages; debt has, and no invented company has any
  const { numbers: _n, quality: _q, profitability: _p, ...blocks } = whole.blocks
  company = { ...whole, blocks: { ...blocks, capital_structure } }
  const directory = await readDirectory(view)
  const window = { since: '2026-10-01', until: '2026-11-20' }
  const filter = { about: null, kind: null, ...window, untilUnused: false, limit: 20 } as const
  const parts = {
    filter,
    company: directory!.companies[0]!,
    directory,
    covered: { coverage: '', not_read: [], gaps: [] },
    sample: true,
  }
  news = newsPageOf(await readRecords(view, window.since, window.until), { ...parts, company: null })
  news = { ...news, about: { company: 'us:1', codes: ['ONE'], name: 'One' } }
})

/** Made once for the same words. */
function once<Value>(make: (words: string) => Value): (words: string) => Value {
  const made = new Map<string, Value>()
  return (words) => {
    if (!made.has(words)) made.set(words, make(words))
    return made.get(words)!
  }
}

const companyWith = once((words): Company => withWords(company, 'CompanyBriefing', words))
const textWith = once((words) => companyPageBlocks(companyWith(words), new Map(Object.entries(companyWith(words).blocks))))
const companyMarkdown = once((words) => blocksMarkdown(textWith(words), companyWith(words) as never))
const companyPage = once((words) => blocksPage(textWith(words), companyWith(words) as never))
const newsWith = once((words): NewsPage => withWords(news, 'NewsPage', words))

const head = {
  tier: 'basic',
  known_at: new Date(sampleNow).toISOString(),
  rule: '/docs/methodology#changes',
  document: '/api/news',
}
const eventsWith = (words: string) => {
  const events = [
    {
      ...head,
      cursor: 1,
      type: 'company.news',
      company: words,
      issuer: 'us:1',
      record: words,
      kinds: [],
      happened_at: '2026-11-20',
    },
    {
      ...head,
      cursor: 2,
      type: 'release.published',
      release: 'r',
      period: '2026-11-18',
      about: words,
      released_at: '2026-11-19',
    },
  ] as unknown as ChangeEvent[]
  const types = ['company.news', 'release.published'] as const
  const filter = {
    after: 0,
    types,
    kinds: ['material-event'],
    companies: ['ONE'],
    issuers: new Set(['us:1']),
    limit: 10,
    wait: 0,
  } as never
  return eventPageOf(events, filter, ['basic'], sampleNow)
}

/** Companies by name, as the tool search_companies finds them. */
const listedWith = once((words) => {
  const packedEntries = new Map(
    [...view.packedEntries].map(([place, entry]) => {
      if (!place.startsWith('company/')) return [place, entry] as const
      const row = { ...JSON.parse(String(entry.facts['row'])), name: `mzp ${words}` }
      return [place, { ...entry, facts: { ...entry.facts, row: JSON.stringify(row) } }] as const
    }),
  )
  const cache = { view: { ...view, packedEntries }, edition: 'e' }
  return companiesAnswer({ ctx: { state: { cache } } } as never, { query: 'mzp' })
})

const refusalWith = (words: string) =>
  new Refusal('NOT_FOUND', `${words} is not covered: its statements have not been read yet.`, {
    field: 'company',
    suggestions: [words],
  })
const pageOfRefusal = (words: string) => {
  const request = {
    refusal: refusalWith(words),
    id: 'r',
    asked: null,
    sold: {},
    origin: 'https://a.example',
    next: '/',
    progress: null,
  }
  return refusalPage(request as never)
}

/** The shape of a value: its members and kinds, without its texts. */
const jsonShape = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(jsonShape)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, jsonShape(each)]))
      : typeof value

/** What programs read: parsed again it is what was written, of the same shape. */
const programs: readonly (readonly [string, (words: string) => unknown])[] = [
  ['the company', companyWith],
  ['news', newsWith],
  ['events', eventsWith],
  ['the tool that lists companies', async (words) => (await listedWith(words)).data],
  ['a refusal', (words) => errorBody(refusalWith(words), 'r')],
]
const texts: readonly (readonly [string, (words: string) => string | Promise<string>])[] = [
  ['the company', companyMarkdown],
  ['news', (words) => newsText(newsWith(words))],
  ['events', (words) => pageText(eventsWith(words))],
  ['the tool that lists companies', async (words) => (await listedWith(words)).text],
]
const pages: readonly (readonly [string, (words: string) => string])[] = [
  ['the company', companyPage],
  ['a refusal', pageOfRefusal],
]

test('two hundred injections, none twice', () => {
  const all = Object.values(injections).flat()
  expect([all.length, new Set(all).size]).toEqual([200, 200])
})

test('the structure shows what would not be escaped', () => {
  for (const raw of ['# Buy', '![a](https://evil.example/)', '| a |\n|---|', 'see www.evil.example', '<b>bold</b>'])
    expect(markdownShape(`- a\n\n${raw}`)).not.toEqual(markdownShape('- a\n\nplain'))
  expect(htmlShape('<p><img src="https://evil.example/">')).not.toEqual(htmlShape('<p>plain'))
})

test('what is planted are all members whose words are those of a source, and the tools name them', () => {
  const names = (document: object, component: string) =>
    textsOf(document, component).flatMap(({ untrusted, path }) => (untrusted ? [path.at(-1)] : []))
  const found = new Set([...names(company, 'CompanyBriefing'), ...names(news, 'NewsPage')])
  expect([...found]).toEqual(
    expect.arrayContaining(['name', 'quote', 'segment', 'arm', 'class', 'label', 'title', 'legal_name', 'text']),
  )
  expect(untrustedMembers).toEqual(untrustedNames())
})

describe.each(Object.entries(injections))('%s', (_, all) => {
  const words = all.map(kept)

  test.each(programs)('as JSON: %s', async (_name, made) => {
    const shape = jsonShape(await made(harmless))
    for (const each of words) {
      const value = await made(each)
      const written = writeJson(value)
      expect(written).not.toMatch(never)
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(jsonShape(JSON.parse(written))).toEqual(shape)
    }
  })

  test.each(texts)('as Markdown: %s', async (_name, made) => {
    const shape = markdownShape(await made(harmless))
    for (const each of words) {
      const text = await made(each)
      expect(text.replaceAll('\n', '')).not.toMatch(never)
      expect([each, markdownShape(text)]).toEqual([each, shape])
      expect(shown(markdownWords(text))).toContain(shown(each))
    }
  })

  test.each(pages)('as a page: %s', (_name, made) => {
    const shape = htmlShape(made(harmless))
    for (const each of words) {
      const text = made(each)
      expect(text.replaceAll('\n', '')).not.toMatch(never)
      expect([each, htmlShape(text)]).toEqual([each, shape])
      expect(shown(htmlWords(text))).toContain(shown(each))
    }
  })

  test('change no member that this server makes', async () => {
    for (const each of words) {
      expect(withWords(companyWith(each), 'CompanyBriefing', harmless)).toEqual(companyWith(harmless))
      expect(withWords(newsWith(each), 'NewsPage', harmless)).toEqual(newsWith(harmless))
      const ours = async (name: string) =>
        ((await listedWith(name)).data!['companies'] as object[]).map((row) => ({ ...row, name: '' }))
      expect(await ours(each)).toEqual(await ours(harmless))
      expect(fingerprintIn(companyMarkdown(each), 'text/markdown')).toBe(company.fingerprint)
      expect(fingerprintIn(companyPage(each), 'text/html')).toBe(fingerprintIn(companyPage(harmless), 'text/html'))
    }
  })

  test('reach no header', () => {
    for (const each of all) {
      const offer = {
        target: '/api/companies/ONE',
        name: each,
        description: each,
        listing: {} as never,
        mimeType: 'text/markdown',
        units: '30000',
      }
      const { header } = new Challenges(terms).make(offer, sampleNow)!
      expect(header).toMatch(/^[ -~]*$/)
      expect(header.match(/\b(?:request|description|expires)="[^"]*"/g)).toHaveLength(3)
      expect(header.split('"')).toHaveLength(17)
      expect(errorAnswer(refusalWith(each), 'r', null).headers.join('')).not.toContain(each)
    }
  })
})
