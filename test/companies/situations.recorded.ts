import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { composeCompanyBatches } from '../../activities/compute/companies.ts'
import type { SituationId } from '../../data/companies/situations.ts'
import { situationMarksIn } from '../../pipeline/companies/documents/situations.ts'
import { situationsOf } from '../../pipeline/companies/situations.ts'
import type { StoredCompany } from '../../pipeline/documents/company/company.ts'
import { secCompanyFilings } from '../../pipeline/feeds/sec-company-filings.ts'
import { secSubmissions } from '../../pipeline/feeds/sec-submissions.ts'
import { readFiledDocument } from '../../pipeline/filings/document.ts'
import type { DocumentSet } from '../../pipeline/filings/document-set.ts'
import { submissionHeader } from '../../pipeline/filings/submission.ts'
import type { ListedFiling } from '../../pipeline/tables/company.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { documentsDue, listedFilings } from '../../pipeline/warehouse/companies/company-filings.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordedFolder } from '../recorded.ts'
import { recordedCompanies } from '../recorded-companies.ts'
import { recordingOf } from '../recording-of.ts'
import { documentsIn, handReadOf } from './documents.ts'
import { listed, setOf } from './listed.ts'
import { recordedStore } from './recorded.ts'
import spans from './situations.json' with { type: 'json' }

interface SituationFact {
  readonly situation: string
  readonly state: string
  readonly since: string
}

const ids: Readonly<Record<string, readonly SituationId[]>> = {
  'going concern': ['going_concern'],
  'statements not to be relied on': ['non_reliance'],
  'material weakness': ['material_weakness'],
  late: ['late_annual_report', 'late_quarterly_report'],
  'control, merger, tender': ['merger'],
  'delisting notice': ['delisting_notice'],
  'tender offer': ['tender_offer'],
  leadership: ['leadership'],
  'impairment, restructuring, cyber': ['restructuring'],
  'auditor change': ['auditor_change'],
}

/** A release by itself is read as the exhibit of an 8-K. */
function releaseIn(file: string): DocumentSet[] {
  const text = readFileSync(join(recordedFolder, file), 'utf8').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const html = text.split('\n').map((line) => `<p>${line}</p>`)
  const { spans } = readFiledDocument(
    html.join('\n'),
    null,
    () => true,
    () => true,
  )
  return [{ ...setOf('8-K', []), texts: [{ url: file, type: 'EX-99.1', spans }] }]
}

/** A filing of which the list tells the form alone: its header has whom it is about. */
function listedBy(file: string, since: string): ListedFiling {
  const text = gunzipSync(readFileSync(join(recordedFolder, file))).toString()
  const { form } = submissionHeader(text)
  return listed(form, since, null, { about: /SUBJECT COMPANY:[\s\S]*?CVR ENERGY/.test(text) })
}

describe('situations read by hand', () => {
  test.each(handReadOf<SituationFact>('situation').map((fact) => [fact.id, fact] as const))(
    '%s',
    (id, { file, situation, state, since }) => {
      const sets = file.endsWith('.md') ? releaseIn(file) : documentsIn(file)
      const known = dayNumber(since)!
      const marks = sets.flatMap((set) => (situationMarksIn(set).situation_mark ?? []).map((mark) => ({ ...mark, known })))
      const filings = sets.map(({ accession: filing, form, items, url }) =>
        listed(form, since, form === '8-K' ? [...items] : null, { filing, url }),
      )
      // the change of an auditor that this filing ends began before
      const earlier = id === 'PSEM-04' ? [listed('8-K', '2006-02-23', ['4.01'])] : []
      const all = [...earlier, ...(sets.length === 0 ? [listedBy(file, since)] : filings)]
      const on = situationsOf(all, marks, known).filter((each) => ids[situation]!.includes(each.situation) && each.ended === null)
      expect(on.map((each) => isoDay(each.since))).toEqual(state === 'on' ? [since] : [])
    },
    30_000,
  )
})

describe('recorded lists of filings', () => {
  let store: Store
  let filings: ReadonlyMap<string, readonly ListedFiling[]>
  const lists = recordedCompanies(
    /\/submissions\/CIK(?:0001637459|0000865941|0000945436|0001731289|0000895419|0001336917)\.json$/,
  )
  beforeAll(async () => {
    store = await emptyStore()
    for (const { url, at, body } of lists) {
      const recording = recordingOf(url, body, at)
      const { reports: _reports, documents: _documents, ...parsed } = secSubmissions.parse(body, recording)
      await load(store, [{ recording, feed: secSubmissions.id, parsed }], () => [])
    }
    filings = await listedFilings(
      store,
      lists.map(({ url }) => `us:${url.slice(-15, -5)}`),
    )
    return () => store.close()
  })

  /** Each begins on the first day and is off on the second; null where it is on for good. */
  test.each(spans as [cik: string, situation: string, since: string, until: string][])(
    '%s: %s from %s to %s',
    (cik, situation, since, until) => {
      const of = filings.get(`us:${cik}`)!
      const isOn = (day: number) =>
        situationsOf(of, [], day).some(
          (each) => each.situation === situation && isoDay(each.since) === since && each.ended === null,
        )
      const [first, last] = [dayNumber(since)!, dayNumber(until)!]
      expect([first - 1, first, last - 1, last].map(isOn)).toEqual([false, true, true, false])
    },
  )

  test('a bond removed from listing, an offer for another company and a move to another exchange turn nothing on for good', () => {
    const of = (cik: string) => situationsOf(filings.get(`us:${cik}`)!, [], dayNumber('2026-06-30')!)
    expect(of('0001637459').filter(({ situation }) => situation === 'delisted')).toEqual([])
    expect(of('0001731289').filter(({ situation }) => situation === 'tender_offer')).toEqual([])
    expect(of('0001336917').filter(({ situation }) => /^delist/.test(situation))).toEqual([])
    const notice = of('0000895419').find(({ situation }) => situation === 'delisting_notice')
    expect(notice?.ended).toMatchObject({ by: 'the move of its listing to another exchange' })
  })
})

describe('changed documents', () => {
  const files = ['hrzb_8k_2009-11-10_301.htm', 'psem_8k_2006-02-23_401.htm', 'psem_8k_2005-08-03_402.txt']
  test.each(files)('of %s give marks of it, or an error with a code', (name) => {
    const file = `sec/filings/companies/inline/${name}`
    const [{ company, accession }] = documentsIn(file) as [DocumentSet]
    const url = `https://www.sec.gov/Archives/edgar/data/${Number(company.slice(3))}/${accession.replaceAll('-', '')}/${name.replace('.txt', '.htm')}`
    const body = readFileSync(join(recordedFolder, file))
    const change = fc.record({ at: fc.nat(body.length - 1), byte: fc.integer({ min: 32, max: 126 }), cut: fc.nat(2_000) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const other = changes.reduce(
          (bytes, { at, byte, cut }) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + cut)]),
          body,
        )
        const began = performance.now()
        try {
          const { documents = [] } = secCompanyFilings.parse(other, recordingOf(url, other, '2026-07-01T00:00:00Z'))
          const text = documents.flatMap(({ texts }) => texts.flatMap(({ spans }) => spans.map((span) => span.text)))
          const marks = documents.flatMap((set) => situationMarksIn(set).situation_mark ?? [])
          for (const { quote } of marks) expect(text).toContain(quote)
        } catch (error) {
          expect(error).toMatchObject({ code: expect.any(String) })
        }
        expect(performance.now() - began).toBeLessThan(2_000)
      }),
      { numRuns: 20 },
    )
  })
})

describe('a store of recorded companies', () => {
  test('serves the block, names what changed, and asks for documents once', async () => {
    const store = await recordedStore()
    const { batches } = await composeCompanyBatches(
      store,
      new Map(),
      { asOf: dayNumber('2026-07-02')!, sample: true },
      new AbortController().signal,
    )
    const all: StoredCompany[] = []
    for await (const { briefings } of batches) all.push(...(briefings as StoredCompany[]))
    const heinz = all.find(({ issuer }) => issuer === 'us:0001637459')!
    expect(heinz.blocks.situations!.on.map(({ situation }) => situation)).toContain('active_holder')
    expect(heinz.row.on).toContain('active_holder 2026-04-03')
    expect(heinz.blocks.what_changed!.filings.every(({ filed }) => filed > '2026-04-02')).toBe(true)
    expect(all.find(({ issuer }) => issuer === 'us:0001093691')!.row.why['situations']).toBe('no list of its filings is read yet')

    const due = await documentsDue(store, { roster: [], named: ['us:0001637459'], now: Date.parse('2026-07-02T12:00:00Z') })
    expect(due[0]!.cik).toBe('0001637459')
    const own = due.filter(({ cik }) => cik === '0001637459')
    expect(new Set(own.map(({ accession }) => accession)).size).toBe(own.length)
    expect(await documentsDue(store, { roster: due.map(({ cik }) => `us:${cik}`), named: [], now: 0 })).toEqual([])
    store.close()
  })
})
