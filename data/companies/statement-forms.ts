/**
 * Forms whose facts state the financial statements of a company. A proxy statement does not: its pay-versus-performance table tags net income
 * rounded, is filed after the annual report and even takes the SEC's frame.
 */
export const statementForms = [
  '10-K',
  '10-Q',
  '10-K/A',
  '10-Q/A',
  '10-KT',
  '10-QT',
  '10-KT/A',
  '10-QT/A',
  '20-F',
  '20-F/A',
  '40-F',
  '40-F/A',
  '6-K',
  '6-K/A',
  '8-K',
  '8-K/A',
] as const
