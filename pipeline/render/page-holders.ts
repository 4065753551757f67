import { rounded } from '../analysis/rounding.ts'
import { filingName } from '../briefings/charts.ts'
import { counted } from '../calendar/counted.ts'
import type { Holder } from '../documents/charts.ts'
import { dayInWords, shortDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber, numberText } from './format-number.ts'
import { block, outside } from './page-table.ts'

const figure = (value: number): string => numberText({ number: value })
const coins = (btc: number): string => formatNumber(btc, Number.isInteger(btc) ? 0 : 8)

/** Days after which a count is old, and at which its bar is full. */
const oldAfter = 90
const fullAge = 240

/** The same under its heading. */
export function holdersBlock(holders: readonly Holder[] | undefined, asOf: string): string {
  if (holders === undefined || holders.length === 0) return ''
  const remark = `Bitcoins by the newest accepted statement of each, on ${dayInWords(asOf)}.`
  return block('Holders, largest first', remark, holdersTable(holders, asOf))
}

/** Who holds how much: a solid bar is a filed count, an outlined one an estimate; the last bar is the age of the count. */
export function holdersTable(holders: readonly Holder[], asOf: string): string {
  const most = Math.max(...holders.map(({ btc_display }) => btc_display))
  const exact = holders.filter(({ btc_exact }) => btc_exact !== null)
  const bases = (['in house', 'third party'] as const).filter((basis) =>
    holders.some((each) => each.mnav_summary?.basis === basis),
  )
  const rows = holders.map((holder) => {
    const { ticker, company_name, btc_exact, btc_display, source, filing, as_of, age_days, mnav_summary } = holder
    const count = btc_exact === null ? `≈ ${coins(btc_display)}` : coins(btc_exact)
    const ratios = bases.map((basis) => {
      const own =
        mnav_summary?.basis === basis
          ? `${figure(mnav_summary.value)}<small>${basis}, ${shortDay(mnav_summary.as_of, asOf)}</small>`
          : ''
      return `<td role="cell" class="r hm">${own}</td>`
    })
    return [
      `<tr role="row"><th role="rowheader" scope="row"><a href="/api/treasuries/${escapeHtml(encodeURIComponent(ticker))}">${escapeHtml(company_name)}</a> <span class="faint">${escapeHtml(ticker)}</span></th>`,
      `<td role="cell" class="hb">${barOf(btc_display / most, btc_exact !== null)}</td><td role="cell" class="r hc"><strong>${count}</strong></td>`,
      `<td role="cell" class="hs">${btc_exact === null ? 'Estimate' : 'Exact'}<small>${outside(filing === null ? source.name : filingName(filing.form, filing.filed), source.url)}, ${shortDay(as_of, asOf)}</small></td>`,
      `<td role="cell" class="ha">${ageOf(age_days)}<small>${counted(age_days, 'day')}</small></td>`,
      ...ratios,
      '</tr>',
    ].join('')
  })
  const heads = [
    ['Company', ''],
    ['<span class="vh">Share of the largest</span>', 'hb'],
    ['BTC', 'r'],
    ['Precision, source', ''],
    [`Age on ${shortDay(asOf)}`, 'ha'],
    ...bases.map((basis) => [`mNAV, ${basis}`, 'r'] as const),
  ].map(([head, kind]) => `<th role="columnheader" scope="col"${kind ? ` class="${kind}"` : ''}>${head}</th>`)
  const total = exact.reduce((sum, { btc_exact }) => sum + btc_exact!, 0)
  const note = `${counted(exact.length, 'exact count')}, together ${coins(rounded(total, 8))} BTC; ${counted(holders.length - exact.length, 'estimate')}, rounded and left out of it. The roster is curated and understates the market.`
  const key =
    '<p class="key xs soft"><span class="hk">exact, from a filing</span> <span class="hk est">estimate, three significant digits</span></p>'
  const table = `<table role="table" class="hold"><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead><tbody role="rowgroup">${rows.join('')}</tbody></table>`
  return `${table}${key}<p class="xs faint">${note}</p>`
}

function barOf(share: number, exact: boolean): string {
  const length = Math.max(4, Math.round(share * 1_000))
  return `<svg class="wbar" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true"><path class="${exact ? 'solid' : 'open'}" d="M0 1h${length}v10h-${length}z"/></svg>`
}

function ageOf(days: number): string {
  const length = Math.min(100, Math.round((100 * days) / fullAge))
  return `<svg class="age" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><path class="fn" d="M0 1h100v4H0z"/><path class="${days > oldAfter ? 'fd' : 'solid'}" d="M0 1h${length}v4h-${length}z"/></svg>`
}
