import type { Body } from './loaded.ts'

/** A fact of us-gaap without its prefix; for an instant no first day. */
type Fact = readonly [concept: string, from: string | null, to: string, value: number, unit?: string]

/** A report that states facts, in millions of dollars. */
interface Report {
  readonly form: string
  readonly filing: string
  readonly filed: string
  readonly fy: number
  readonly facts: readonly Fact[]
}

const weeks = (end: string, assets: number): readonly Fact[] => [
  ['Assets', null, end, assets],
  ['LiabilitiesAndStockholdersEquity', null, end, assets],
]

/** A filer that states revenue from the first day of its year on, for each quarter and the year. */
function cumulated(
  fy: number,
  begin: string,
  ends: readonly (readonly [end: string, sinceBegin: number])[],
  ofQuarter: boolean,
): Report[] {
  return ends.map(([end, sum], nth) => {
    const [before, sumBefore] = ends[nth - 1] ?? [null, 0]
    const from = before === null ? begin : new Date(Date.parse(before) + 86_400_000).toISOString().slice(0, 10)
    const isYear = nth === 3
    return {
      form: isYear ? '10-K' : '10-Q',
      filing: `0000000000-${String(fy).slice(2)}-00000${nth}`,
      filed: new Date(Date.parse(end) + 35 * 86_400_000).toISOString().slice(0, 10),
      fy,
      facts: [
        ['Revenues', begin, end, sum],
        ...(ofQuarter && nth > 0 && !isYear ? [['Revenues', from, end, sum - sumBefore] as const] : []),
        ...weeks(end, 1_000),
      ],
    }
  })
}

/** Filers of cases that no recorded body shows, by CIK. */
const filers: Readonly<Record<string, readonly Report[]>> = {
  // PepsiCo: quarters of 12, 12, 12 and 16 weeks
  '0000077476': cumulated(
    2023,
    '2023-01-01',
    [
      ['2023-03-25', 17_846],
      ['2023-06-17', 40_168],
      ['2023-09-09', 63_621],
      ['2023-12-30', 91_471],
    ],
    true,
  ),
  // Kroger: quarters of 16, 12, 12 and 12 weeks
  '0000056873': cumulated(
    2024,
    '2024-02-04',
    [
      ['2024-05-25', 45_269],
      ['2024-08-17', 79_181],
      ['2024-11-09', 112_815],
      ['2025-02-01', 147_123],
    ],
    true,
  ),
  // a filer that states nothing but the time since its year began, and not the first half
  '0000000001': cumulated(
    2024,
    '2024-01-01',
    [
      ['2024-03-31', 10],
      ['2024-06-30', 30],
      ['2024-09-30', 60],
      ['2024-12-31', 100],
    ],
    false,
  ).filter(({ facts }) => facts[0]![2] !== '2024-06-30'),
  // American Express states its assets to a million and in a sentence to a billion
  '0000004962': [
    {
      form: '10-K',
      filing: '0000004962-24-000013',
      filed: '2024-02-09',
      fy: 2023,
      facts: [
        ['Revenues', '2023-01-01', '2023-12-31', 60_515],
        ['Assets', null, '2023-12-31', 261_000],
        ['Assets', null, '2023-12-31', 261_108],
        ['LiabilitiesAndStockholdersEquity', null, '2023-12-31', 261_108],
      ],
    },
  ],
  // a filer whose operating income is the total of its segments, and whose income before tax has associates in it
  '0000000002': [
    {
      form: '10-K',
      filing: '0000000002-25-000001',
      filed: '2025-02-20',
      fy: 2024,
      facts: [
        ['Revenues', '2024-01-01', '2024-12-31', 1_000],
        ['CostsAndExpenses', '2024-01-01', '2024-12-31', 900],
        ['OperatingIncomeLoss', '2024-01-01', '2024-12-31', 180],
        ['IncomeLossFromContinuingOperationsBeforeIncomeTaxesDomesticAndForeign', '2024-01-01', '2024-12-31', 120],
        ['IncomeTaxExpenseBenefit', '2024-01-01', '2024-12-31', 25],
        ['NetIncomeLoss', '2024-01-01', '2024-12-31', 75],
        ...weeks('2024-12-31', 1_000),
      ],
    },
  ],
  // GameStop: fiscal 2023 are the 53 weeks to 3 February 2024
  '0001326380': [
    {
      form: '10-K',
      filing: '0001326380-24-000012',
      filed: '2024-03-26',
      fy: 2023,
      facts: [['Revenues', '2023-01-29', '2024-02-03', 5_273], ...weeks('2024-02-03', 2_709)],
    },
  ],
}

export const plantedBodies: readonly Body[] = Object.entries(filers).map(([cik, reports]) => {
  const tags: Record<string, { units: Record<string, object[]> }> = {}
  for (const { form, filing, filed, fy, facts } of reports)
    for (const [concept, from, to, value, unit = 'USD'] of facts) {
      tags[concept] ??= { units: {} }
      tags[concept].units[unit] ??= []
      tags[concept].units[unit].push({
        ...(from === null ? {} : { start: from }),
        end: to,
        val: value * 1e6,
        accn: filing,
        fy,
        fp: form === '10-K' ? 'FY' : 'Q1',
        form,
        filed,
      })
    }
  const body = Buffer.from(JSON.stringify({ cik: Number(cik), entityName: 'Planted', facts: { 'us-gaap': tags } }))
  return { url: `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik}.json`, at: '2026-07-01T00:00:00Z', body }
})
