import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyAddress } from '../../pipeline/documents/company/company.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { tables } from '../../pipeline/tables/index.ts'
import type { Table } from '../../pipeline/tables/table.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { directoryOf } from '../../server/companies/directory.ts'
import { companyListOf } from '../../server/companies/list.ts'
import { companyAnswer } from '../../server/companies/route.ts'
import { newsPageOf } from '../../server/news/page.ts'
import { readDirectory, readRecords } from '../../server/news/stored.ts'
import { publishedCompanies } from '../companies/published.ts'
import { sampleHome, sampleRun, temporaryHomes } from '../end-to-end/home.ts'
import { textsOf } from './schema-members.ts'

const mark = 'zqxj'
/** Columns whose words decide what a row means, so that no other words can be planted. */
const deciding = ['form', 'concept']

const homes = temporaryHomes()
let view: EditionView
let planted: string[]

beforeAll(async () => {
  const folder = await homes.make((await sampleHome()).folder)
  const store = await openStore(join(folder, 'store.duckdb'))
  planted = []
  for (const { name, columns } of tables as readonly Table[])
    for (const [column, type, , words] of columns) {
      if (words === undefined || deciding.includes(column) || !type.startsWith('VARCHAR')) continue
      const { rowsChanged } = await store.connection.run(
        `UPDATE ${name} SET ${column} = ${column} || ' ${mark}' WHERE ${column} <> ''`,
      )
      if (rowsChanged > 0) planted.push(`${name}.${column}`)
    }
  view = await publishedCompanies(store, join(folder, 'planted'), sampleRun.asOf)
  await store.close()
})
afterAll(homes.remove)

test('whatever a source writes is served in members that are described as its words', async () => {
  expect(planted).toEqual(
    expect.arrayContaining([
      'news_record.title',
      'news_company.name',
      'issuer.name',
      'segment_figure.segment',
      'company_guidance.quote',
    ]),
  )
  const records = await readRecords(view, '2026-10-01', '2026-11-20')
  const directory = await readDirectory(view)
  const filter = { about: null, kind: null, since: '2026-10-01', until: '2026-11-20', untilUnused: false, limit: 100 } as const
  const covered = { coverage: '', not_read: [], gaps: [] }
  const company = directory!.companies[0]!
  const served: [string, unknown][] = [
    ['NewsPage', newsPageOf(records, { filter, company: null, directory, covered, sample: true })],
    ['NewsPage', { ...newsPageOf([], { filter, company, directory, covered, sample: true }) }],
    ['NewsDirectory', directory],
    ['CompanyList', companyListOf(view, new Map())],
  ]
  for (const row of directoryOf(view).companies) {
    if (row.blocks.length === 0) continue
    const asked = { company: companyAddress(row), block: null, date: null }
    const { text } = await companyAnswer({ view, edition: 'planted' }, asked, 'json')
    served.push(['CompanyBriefing', JSON.parse(text.plain.body.toString('utf8'))])
  }
  const texts = served.flatMap(([component, document]) => textsOf(document, component))
  const marked = texts.filter(({ text }) => text.includes(mark))
  const plain = (path: readonly (string | number)[]) => path.filter((each) => typeof each === 'string').join('.')
  expect(marked.filter(({ untrusted }) => !untrusted).map(({ path, text }) => `${plain(path)}: ${text}`)).toEqual([])
  const names = new Set(marked.map(({ path }) => plain(path)))
  expect([...names].sort()).toMatchInlineSnapshot(`
    [
      "about.name",
      "blocks.against_guidance.in_force.quote",
      "blocks.capital_structure.classes.class",
      "blocks.header.identity.country",
      "blocks.header.identity.filer_class",
      "blocks.header.identity.industry",
      "blocks.header.identity.legal_name",
      "blocks.header.next_results.text",
      "blocks.news.records.companies.name",
      "blocks.news.records.title",
      "blocks.news.records.title_as_filed",
      "blocks.segments.reports.tables.label",
      "blocks.segments.reports.tables.rows.segment",
      "blocks.situations.insiders.reports.0009900006-26-003008.title",
      "blocks.situations.insiders.reports.0009900006-26-003029.title",
      "blocks.situations.insiders.reports.0009900007-26-003168.title",
      "blocks.situations.insiders.reports.0009900007-26-003179.title",
      "blocks.situations.insiders.trades.security",
      "blocks.situations.on.trigger.quote",
      "blocks.valuation.shares.classes.class",
      "blocks.what_changed.filings.text",
      "blocks.what_changed.filings.title",
      "companies.name",
      "name",
      "records.companies.name",
      "records.title",
      "records.title_as_filed",
    ]
  `)
})
