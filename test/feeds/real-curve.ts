import { readingAt } from './reading.ts'

const folder = 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates'
export const xml = `${folder}/pages/xml?data=daily_treasury_real_yield_curve&field_tdr_date_value=2026`
export const csv = `${folder}/daily-treasury-rates.csv/2026/all?type=daily_treasury_real_yield_curve&field_tdr_date_value=2026&page&_format=csv`
export const { values: valuesOf, rules, refusal } = readingAt('2026-11-20T23:30:00Z')

export const years = [5, 7, 10, 20, 30]
export const entry = (day: string, cells: string) => `<entry><content type="application/xml"><m:properties>
<d:DailyTreasuryRealYieldCurveRateDataId m:type="Edm.Int32">4337</d:DailyTreasuryRealYieldCurveRateDataId>
<d:NEW_DATE m:type="Edm.DateTime">${day}T00:00:00</d:NEW_DATE>
${cells}</m:properties></content></entry>`
export const feed = (entries: string) => `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${entries}</feed>`
export const cell = (tenor: string, value: string) => `<d:TC_${tenor} m:type="Edm.Double">${value}</d:TC_${tenor}>`
