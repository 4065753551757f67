import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { segmentsIn } from '../../pipeline/companies/documents/segments.ts'
import type { SegmentFigureRow } from '../../pipeline/tables/company-document.ts'
import { groupedBy } from '../../pipeline/values/grouped.ts'
import { recordedFolder } from '../recorded.ts'
import { documentsIn, handReadOf } from './documents.ts'

interface SegmentFact {
  readonly line: string
  readonly period: string
  readonly value: number
}

const folders = ['sec/filings', 'sec/filings/companies', 'sec/filings/companies/inline']
const files = folders.flatMap((folder) =>
  readdirSync(join(recordedFolder, folder)).flatMap((name) =>
    /(?:10[kq]|20f).*html?(?:\.gz)?$/i.test(name) ? `${folder}/${name}` : [],
  ),
)

/** Rows that make one sum. */
const tableOf = ({ axis, measure, from_day, to_day, unit }: SegmentFigureRow) => [axis, measure, from_day, to_day, unit].join(' ')

describe('segments of recorded reports', () => {
  const facts = handReadOf<SegmentFact>('segment')

  test('facts read by hand are there', () => {
    expect(facts.length).toBe(41)
  })

  test.each(facts.map((fact) => [fact.id, fact] as const))(
    '%s as read by hand',
    (_, { file, line, period, value }) => {
      const rows = documentsIn(file).flatMap(segmentsIn)
      const own = rows.filter(
        ({ axis, role, from_day, to_day }) => axis !== 'product' && role === 'segment' && `${from_day}/${to_day}` === period,
      )
      const isResult = /operating/.test(line)
      const measures = isResult ? ['result'] : ['revenue', 'external_revenue', 'premiums_earned']
      const read = own.filter(({ measure }) => measures.includes(measure)).map((row) => Number(row.value))
      expect(read).toContain(Math.round(value * 1e6))
    },
    30_000,
  )

  const inline = 'sec/filings/companies/inline/'
  // as the tables of the documents print them, in millions
  test.each([
    [`${inline}aapl_10k_2024-09-28.html.gz`, 'product', null, 'Wearables, Home and Accessories', 37_005],
    [`${inline}aapl_10k_2024-09-28.html.gz`, 'business', null, 'Greater China', 66_952],
    [`${inline}aapl_10k_2024-09-28.html.gz`, 'geography', null, 'U.S.', 142_196],
    [`${inline}meta_10k_2024-12-31.html.gz`, 'geography', null, 'United States and Canada', 63_207],
    [`${inline}meta_10k_2024-12-31.html.gz`, 'business x product', 'Family of Apps', 'Advertising', 160_633],
    ['sec/filings/companies/googl_10k_2025-02-05.html', 'business x product', 'Google Services', 'YouTube ads', 36_147],
    [`${inline}adm_10k_2025-12-31.html.gz`, 'business x product', 'Carbohydrate Solutions', 'Vantage Corn Processors', 2_755],
    [`${inline}adm_10k_2025-12-31.html.gz`, 'business x product', 'Nutrition', 'Human Nutrition', 4_187],
    [`${inline}cat_10q_2023-06-30.html.gz`, 'business x geography', 'Resource Industries', 'EMEA', 517],
    [`${inline}cat_10q_2023-06-30.html.gz`, 'business x customer', 'Energy & Transportation', 'Oil and gas', 1_760],
    ['sec/filings/xom_10q_2025-08-04.html', 'business x geography', 'Upstream', 'United States', 12_267],
    [`${inline}jnj_10q_2025-06-29.html.gz`, 'business x subsegment', 'Innovative Medicine', 'Oncology', 11_990],
    [`${inline}ba_10q_2023-06-30.html.gz`, 'business x geography', 'Defense, Space & Security', 'United States', 5_028],
    [`${inline}shop_10k_2025-12-31.html.gz`, 'geography', null, 'Latin America', 104],
    [`${inline}pep_10k_2023-12-30.html.gz`, 'business', null, 'FLNA', 24_914],
  ] as const)('%s: revenue by %s, %s %s', (file, axis, within, segment, millions) => {
    const rows = documentsIn(file).flatMap(segmentsIn)
    const own = rows.filter((row) => row.axis === axis && row.within === within && row.segment === segment)
    expect(own.map(({ value }) => Number(value) / 1e6)).toContain(millions)
  })

  test('income of affiliates is not a product of an oil company', () => {
    const rows = documentsIn('sec/filings/xom_10q_2025-08-04.html').flatMap(segmentsIn)
    expect(rows.filter(({ segment, role }) => role === 'segment' && /affiliates|other income/i.test(segment))).toEqual([])
    expect(rows.map(({ why }) => why)).toContainEqual(expect.stringContaining('has other income in it'))
  })

  test('arms are kept apart from segments', () => {
    const rows = documentsIn('sec/filings/companies/inline/f_10q_2023-06-30.html.gz').flatMap(segmentsIn)
    const namesOn = (axis: string) =>
      new Set(rows.flatMap((row) => (row.axis === axis && row.role === 'segment' ? row.segment : [])))
    expect(namesOn('arm')).toEqual(new Set(['Company excluding Ford Credit', 'Ford Credit']))
    expect(namesOn('business')).toEqual(new Set(['Ford Blue', 'Ford Model E', 'Ford Pro', 'Ford Next', 'Ford Credit']))
  })

  test('every table adds up, and most reports have one of segments or say why not', () => {
    const reports = files.flatMap((file) => documentsIn(file)).filter(({ form }) => /^(?:10-[KQ]|20-F)/.test(form))
    let tagged = 0
    let served = 0
    const rounded: string[] = []
    for (const { facts: all, ...set } of reports) {
      const rows = segmentsIn({ facts: all, ...set })
      const tables = groupedBy(
        rows.filter(({ why }) => why === null),
        tableOf,
      )
      for (const [name, own] of tables) {
        const totals = own.filter(({ role }) => role === 'consolidated' || role === 'subtotal')
        expect(totals.length, name).toBe(1)
        const sum = own.reduce(
          (total, { role, value }) => total + (/^(?:segment|reconciling)$/.test(role) ? Number(value) : 0),
          0,
        )
        const zeros = own.flatMap(({ value }) => (value === '0' ? [] : /0*$/.exec(value)![0].length))
        const unit = Math.abs(sum - Number(totals[0]!.value)) / 10 ** Math.min(...zeros)
        if (unit > own.length) rounded.push(`${set.company} ${name}`)
      }
      const isTagged = all.some(({ context }) => context.dimensions.some(({ axis }) => /BusinessSegmentsAxis$/.test(axis)))
      if (!isTagged) continue
      tagged++
      const isServed = [...tables.keys()].some((name) => /^business (?:revenue|premiums)/.test(name))
      if (isServed) served++
      else
        expect(
          rows.some(({ why }) => why !== null),
          set.url,
        ).toBe(true)
    }
    // assets of the segments of American Express are in billions
    expect(rounded.filter((name) => !/^us:0000004962 business assets/.test(name))).toEqual([])
    console.log(`segments: ${reports.length} reports, ${tagged} tag segments, of ${served} a table of revenue is served`)
    expect(served / tagged).toBeGreaterThan(0.8)
  })
})
