import { zipSync } from 'fflate'

export type Cells = readonly string[]

const header = ['要素ID', '項目名', 'コンテキストID', '相対年度', '連結・個別', '期間・時点', 'ユニットID', '単位', '値']

/** The text of a CSV of an EDINET package. */
export const csv = (...rows: readonly Cells[]): string =>
  `\uFEFF${[header, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t')).join('\r\n')}\r\n`

export const dei = (name: string, value: string): Cells => [
  `jpdei_cor:${name}DEI`,
  '',
  'FilingDateInstant',
  '',
  '',
  '',
  '－',
  '－',
  value,
]

export const cells = (concept: string, context: string, value: string, unit = 'JPY', label = 'item'): Cells => [
  concept,
  label,
  context,
  '',
  '',
  '',
  unit,
  '円',
  value,
]

/** A passage of the current year. */
export const passage = (concept: string, value: string): Cells => cells(concept, 'CurrentYearDuration', value, '－')

/** Rows every report has, of an invented company whose year ends on 31 March 2026. */
export const cover: readonly Cells[] = [
  dei('EDINETCode', 'E33864'),
  dei('SecurityCode', '65740'),
  dei('FilerNameInJapanese', '見本'),
  dei('AccountingStandards', 'Japan GAAP'),
  dei('WhetherConsolidatedFinancialStatementsArePrepared', 'true'),
  dei('CurrentFiscalYearStartDate', '2025-04-01'),
  dei('CurrentPeriodEndDate', '2026-03-31'),
  dei('CurrentFiscalYearEndDate', '2026-03-31'),
  dei('PreviousFiscalYearStartDate', '2024-04-01'),
  dei('PreviousFiscalYearEndDate', '2025-03-31'),
  dei('AmendmentFlag', 'false'),
]

export const annualName = 'XBRL_TO_CSV/jpcrp030000-asr-001_E33864-000_2026-03-31_01_2026-06-30.csv'

/** A package of these files; text becomes UTF-16LE. */
export const packageOf = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? Buffer.from(file, 'utf16le') : file]),
    ),
    { mtime: new Date(2000, 0, 1) },
  )
