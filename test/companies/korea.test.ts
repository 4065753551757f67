import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shapeOf } from '../../data/companies/shapes.ts'
import { dayNumber } from '../../pipeline/calendar/day.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import type { Version } from '../../pipeline/companies/figures/version.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import type { Issuer } from '../../pipeline/tables/company.ts'
import { versionsOf } from '../../pipeline/warehouse/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/issuers.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { withoutCompanies } from '../recorded-companies.ts'
import { figureOf } from './loaded.ts'
import { storeOf } from './markets.ts'

let store: Store
let versions: ReadonlyMap<string, readonly Version[]>
let issuers: readonly Issuer[]
const samsung = 'kr:00126380'
const samsungLife = 'kr:00126256'

beforeAll(async () => {
  if (withoutCompanies) return
  ;({ store } = await storeOf(/opendart\.fss\.or\.kr\/api\/(fnlttSinglAcntAll|company)\.json/))
  const rows = (await store.connection.runAndReadAll('SELECT DISTINCT company FROM issuer ORDER BY 1')).getRowsJson()
  const companies = rows.map(([company]) => String(company))
  versions = await versionsOf(store, companies)
  issuers = await issuersOf(store, companies)
}, 60_000)
afterAll(() => store?.close())

const viewAt = (company: string, day: string) =>
  viewOf(versions.get(company)!, shapeOf(issuers.find((each) => each.company === company)!), dayNumber(day)!)

describe.skipIf(withoutCompanies)('companies that report in Korea', () => {
  test('every one with statements is covered', () => {
    const whys = issuers.map((issuer) => {
      const { name, row } = composeCompany(issuer, versions.get(issuer.company)!, dayNumber('2026-08-12')!, null)
      return [name, Object.keys(row.blocks).length, row.why['company'] ?? null]
    })
    expect(whys.filter(([, , why]) => why !== null)).toEqual([])
  })

  test('the fourth quarter is the year less nine months', () => {
    const view = viewAt(samsung, '2026-08-12')
    expect(figureOf(view, 'revenue', 'FY2024 Q4')).toMatchObject({ value: 75_788_269e6, derived: 'year less nine months' })
    expect(figureOf(view, 'revenue', 'FY2024 Q4')!.label).toBe('매출액')
  })

  test('quarters of a fiscal year that ends in March', () => {
    const view = viewAt('kr:00136721', '2026-08-12')
    expect(view.years.map(({ label, to }) => [label, new Date(to * 86_400_000).toISOString().slice(0, 10)])).toContainEqual([
      'FY2026',
      '2026-03-31',
    ])
  })

  test('a balance sheet that is wrong at the source is withheld with its reason', () => {
    const view = viewAt(samsungLife, '2025-12-31')
    expect(figureOf(view, 'total_assets', 'FY2025 Q3')).toBeNull()
  })
})
