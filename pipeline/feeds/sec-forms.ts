/** Forms of the SEC that are read, by what they are. Foreign private issuers send 6-K where others send 8-K, and 20-F or 40-F for a year. */
export const currentReportForms: readonly string[] = ['8-K', '8-K/A']
export const foreignCurrentReportForms: readonly string[] = ['6-K', '6-K/A']
export const periodicReportForms: readonly string[] = ['10-Q', '10-K']
/** Periodic reports filed again: whole and restated, or with a part of them alone. */
export const amendedReportForms: readonly string[] = ['10-Q/A', '10-K/A']
export const foreignAnnualReportForms: readonly string[] = ['20-F', '40-F']
/** Reports with financial statements, transition reports and amendments included. */
export const statementReportForms: readonly string[] = [['10-K', '10-Q'], ['10-KT', '10-QT'], ['20-F'], ['40-F']].flatMap(
  (forms) => [...forms, ...forms.map((form) => `${form}/A`)],
)
/** Reports whose document is a cover: the statements and all else are in exhibits (General Instruction B of form 40-F). */
export const exhibitReportForms: readonly string[] = ['40-F']
