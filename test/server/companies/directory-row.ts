import type { DirectoryRow } from '../../../pipeline/documents/company/company.ts'

/** A company of the directory, by its issuer id. */
export const directoryRow = (company: string, more: Partial<DirectoryRow> = {}): DirectoryRow => ({
  company,
  name: company,
  codes: [],
  industry: null,
  industry_code: null,
  shape: 'general',
  blocks: ['header', 'numbers'],
  why: {},
  values: {},
  latest_period: { label: 'FY2026 Q1', end: '2026-03-31' },
  ...more,
})
