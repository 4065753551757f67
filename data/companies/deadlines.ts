/**
 * Until when a market's companies may file a report whose period has ended: the last of them, where a rule gives some less time. A report counts as
 * known from then on where no source states the day of filing, and as due where it was not read.
 */
interface DeadlineRow {
  readonly market: string
  /** How its form begins. */
  readonly form: string
  /** After the last day of the period; from the last day of a month, months lead to the last day of a month. */
  readonly after: { readonly months: number } | { readonly days: number }
  readonly rule: string
}

/** Each is put off to the next weekday; public holidays are not looked at. */
export const reportDeadlines: readonly DeadlineRow[] = [
  { market: 'us', form: 'annual', after: { days: 90 }, rule: 'Form 10-K, general instruction A(2)(c)' },
  { market: 'us', form: 'quarterly', after: { days: 45 }, rule: 'Form 10-Q, general instruction A(1)(b)' },
  { market: 'us', form: '20-F', after: { months: 4 }, rule: 'Form 20-F, general instruction A(b)' },
  {
    market: 'us',
    form: '40-F',
    after: { months: 4 },
    rule: 'Form 40-F, general instruction D(3): when it is due in Canada, 90 or 120 days',
  },
  { market: 'jp', form: 'annual', after: { months: 3 }, rule: 'Financial Instruments and Exchange Act, article 24(1)' },
  {
    market: 'kr',
    form: 'annual',
    after: { days: 90 },
    rule: 'Financial Investment Services and Capital Markets Act, article 159(1)',
  },
  {
    market: 'kr',
    form: 'quarterly',
    after: { days: 45 },
    rule: 'Financial Investment Services and Capital Markets Act, article 160',
  },
  { market: 'eu', form: 'annual', after: { months: 4 }, rule: 'Transparency Directive, article 4; DTR 4.1.3' },
  { market: 'in', form: 'annual', after: { days: 60 }, rule: 'SEBI (LODR) Regulations, regulation 33(3)(d)' },
  { market: 'in', form: 'quarterly', after: { days: 45 }, rule: 'SEBI (LODR) Regulations, regulation 33(3)(a)' },
]
