/** Until when a market's companies may file a report whose period has ended: it counts as known from then on where no source states the day of filing. */
interface DeadlineRow {
  readonly market: string
  /** How its form begins. */
  readonly form: string
  /** After the last day of the period; from the last day of a month, months lead to the last day of a month. */
  readonly after: { readonly months: number } | { readonly days: number }
  readonly rule: string
}

/** Each is put off to the next weekday; public holidays are not looked at. */
export const deadlines: readonly DeadlineRow[] = [
  { market: 'eu', form: 'annual', after: { months: 4 }, rule: 'Transparency Directive, article 4; DTR 4.1.3' },
  { market: 'in', form: 'annual', after: { days: 60 }, rule: 'SEBI (LODR) Regulations, regulation 33(3)(d)' },
  { market: 'in', form: 'quarterly', after: { days: 45 }, rule: 'SEBI (LODR) Regulations, regulation 33(3)(a)' },
]
