import type { NewsKind } from './news-kinds.ts'

/** An item of form 8-K (17 CFR 249.308; numbers as of 2026) in plain English. */
export interface SecItem {
  readonly item: string
  readonly line: string
  readonly kind: NewsKind
  /** It carries exhibits or what appeared elsewhere: named only where a filing has nothing else, and never counted. */
  readonly carrier?: true
}

const item = (number: string, line: string, kind: NewsKind = 'material-event'): SecItem => ({ item: number, line, kind })
const carrier = (number: string, line: string): SecItem => ({ ...item(number, line), carrier: true })

/**
 * The items in the order of significance: what puts the company, its listing or its past figures in doubt; who owns it and what was bought or
 * sold; results, write-downs and auditor; agreements and restructuring; persons; capital; charter and votes; 8.01, which is voluntary and
 * says nothing by itself; then the carriers. A line says no more than the number does: 5.02 also covers pay plans, 3.01 a voluntary move
 * to another exchange, 2.02 preliminary results.
 */
export const secItems: readonly SecItem[] = [
  item('1.03', 'Bankruptcy or receivership'),
  item('4.02', 'Past financial statements can no longer be relied on'),
  item('1.05', 'Material cybersecurity incident'),
  item('5.01', 'Change in control'),
  item('2.04', 'Event that speeds up or increases an obligation'),
  item('3.01', 'Delisting notice or listing transfer'),
  item('2.01', 'Completed an acquisition or disposal'),
  item('2.02', 'Results of operations', 'earnings-release'),
  item('2.06', 'Material impairment'),
  item('4.01', 'Changed auditor'),
  item('1.01', 'Signed a material agreement'),
  item('1.02', 'Ended a material agreement'),
  item('2.05', 'Exit or restructuring costs'),
  item('5.02', 'Director or officer change', 'leadership-change'),
  item('2.03', 'Took on a material obligation'),
  item('3.02', 'Unregistered sale of equity'),
  item('3.03', 'Changed holders’ rights'),
  item('5.06', 'No longer a shell company'),
  item('5.03', 'Amended charter, bylaws or fiscal year'),
  item('5.07', 'Shareholder vote results'),
  item('5.08', 'Director nominations by shareholders'),
  item('5.04', 'Trading blackout in employee plans'),
  item('5.05', 'Code of ethics change'),
  item('1.04', 'Mine safety matter'),
  ...['6.01', '6.02', '6.03', '6.04', '6.05', '6.06', '6.10'].map((number) => item(number, 'Asset-backed securities matter')),
  item('8.01', 'Other event'),
  carrier('7.01', 'Regulation FD disclosure'),
  carrier('9.01', 'Financial statements and exhibits'),
]
