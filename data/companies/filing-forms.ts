/** A form of the SEC, other than 8-K and 6-K, whose filings are kept of every company: in what it reports, or as a sign of a situation. */
export interface FilingForm {
  readonly form: string
  /** What it is, in plain English. */
  readonly text: string
  /** A company may file it on another: lists that do not tell whom it is about do not count. */
  readonly onOthers?: true
}

const form = (name: string, text: string): FilingForm => ({ form: name, text })
const onOthers = (name: string, text: string): FilingForm => ({ form: name, text, onOthers: true })
const amendable = (...rows: readonly FilingForm[]): readonly FilingForm[] =>
  rows.flatMap((row) => [row, { ...row, form: `${row.form}/A`, text: `${row.text}, amended` }])

const filingForms: readonly FilingForm[] = [
  ...amendable(
    form('10-K', 'Annual report'),
    form('10-KT', 'Annual report of a transition period'),
    form('10-Q', 'Quarterly report'),
    form('10-QT', 'Quarterly report of a transition period'),
    form('20-F', 'Annual report of a foreign company'),
    form('40-F', 'Annual report of a Canadian company'),
    form('NT 10-K', 'Notice of a late annual report'),
    form('NT 10-Q', 'Notice of a late quarterly report'),
    form('NT 20-F', 'Notice of a late annual report'),
    form('8-A12B', 'Registration of securities for listing'),
    form('8-A12G', 'Registration of securities'),
    form('SC TO-I', 'Tender offer by the company'),
    form('SC 14D9', 'Answer to a tender offer'),
    onOthers('SC TO-T', 'Tender offer by another'),
  ),
  form('25', 'Removal from listing, by the company'),
  form('25-NSE', 'Removal from listing, by the exchange'),
  form('15-12B', 'End of reporting'),
  form('15-12G', 'End of reporting'),
  form('15-15D', 'End of reporting'),
  form('PREM14A', 'Proxy statement on a merger, preliminary'),
  form('DEFM14A', 'Proxy statement on a merger'),
  form('SC 13E3', 'Transaction to go private'),
  form('S-4', 'Registration of securities for a merger or an exchange'),
  onOthers('425', 'Communication about a merger'),
  onOthers('PREC14A', 'Proxy statement in a contest, preliminary'),
  onOthers('DEFC14A', 'Proxy statement in a contest'),
  onOthers('DFAN14A', 'Proxy material of others than management'),
  onOthers('SC 13D', 'Holder of over 5%'),
  onOthers('SCHEDULE 13D', 'Holder of over 5%'),
]

export const filingFormOf = (name: string): FilingForm | undefined => filingForms.find((row) => row.form === name)
