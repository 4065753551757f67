import type { Recording } from '../../pipeline/recordings/recording.ts'

export const root = 'https://data.sec.gov/submissions/'
export const recording = (name = 'CIK0001050446.json', status = 200): Recording => ({
  id: 'r',
  url: root + name,
  at: '2026-06-29T16:00:00Z',
  status,
  headers: {},
  sha256: '',
  bytes: 0,
  sample: false,
})

export type Columns = Record<string, unknown[]>
export const columns = (): Columns => ({
  accessionNumber: ['0001193125-26-016002', '0001193125-20-000009', '0000000000-01-000003'],
  filingDate: ['2026-01-20', '2020-07-31', '2001-02-03'],
  reportDate: ['2026-01-20', '', ''],
  acceptanceDateTime: ['2026-01-20T08:00:28.000Z', '2020-07-31T16:05:00.000Z', '2001-02-03T00:00:00.000Z'],
  form: ['8-K', '8-K', '10-K405'],
  items: ['7.01,8.01', '8.01', ''],
  primaryDocument: ['mstr-20260105.htm', 'old8k.htm', ''],
})
