import { type Block, type Form, heading, number, type Span, type Text, table } from './blocks.ts'
import type { Holder } from './charts.ts'
import { coins, countOf } from './holding-text.ts'

/** Days after which a count is old, and at which its bar is full. */
const oldAfter = 90
const fullAge = 240

/** Companies by how much they hold: on a page a solid bar is a filed count, an outlined one an estimate. */
export function holdersBlocks(holders: readonly Holder[], asOf: string, form: Form): Block[] {
  if (holders.length === 0) return []
  const above = heading('Holders, largest first', ['Bitcoins by the newest accepted statement of each, on ', { day: asOf }, '.'])
  if (form === 'markdown')
    return [above, table(['Company', 'Ticker', 'BTC', 'As of', 'Source', 'mNAV'], holders.map(rowInMarkdown))]
  const bases = (['in house', 'third party'] as const).filter((basis) =>
    holders.some(({ mnav_summary }) => mnav_summary?.basis === basis),
  )
  const most = Math.max(...holders.map(({ btc_display }) => btc_display))
  const exact = holders.flatMap(({ btc_exact }) => (btc_exact === null ? [] : [btc_exact]))
  const estimates = holders.length - exact.length
  return [
    above,
    {
      kind: 'table',
      look: 'holders',
      columns: ['Company', 'Share of the largest', 'BTC', 'Source', 'Age', ...bases.map((basis) => `mNAV, ${basis}`)],
      rows: holders.map((holder) => rowOnPage(holder, most, bases)),
    },
    {
      kind: 'sentence',
      aside: true,
      text: [
        `Solid: exact, from a filing; outlined: an estimate, three significant digits. ${exact.length} exact ${exact.length === 1 ? 'count' : 'counts'}, together `,
        coins(Number(exact.reduce((sum, btc) => sum + btc, 0).toFixed(8))),
        `; ${estimates} ${estimates === 1 ? 'estimate' : 'estimates'}, rounded and left out of it. The roster is curated and understates the market.`,
      ],
    },
  ]
}

const daysOld = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

function rowInMarkdown(holder: Holder): Text[] {
  const { ticker, company_name, as_of, age_days, freshness, source, mnav_summary: mnav } = holder
  return [
    company_name,
    ticker,
    countOf(holder),
    [{ day: as_of, short: true }, `, ${daysOld(age_days)} old, ${freshness.status}`],
    { name: source.name, url: source.url },
    mnav === null ? '' : [number(mnav.value), ` ${mnav.basis}, `, { day: mnav.as_of }],
  ]
}

function rowOnPage(holder: Holder, most: number, bases: readonly string[]): Text[] {
  const { ticker, company_name, btc_exact, btc_display, source, filing, as_of, age_days, mnav_summary: mnav } = holder
  const estimate = btc_exact === null
  const from: Span = { name: filing === null ? source.name : [filing.form, ' of ', { day: filing.filed }], url: source.url }
  return [
    [{ name: company_name, url: `/api/treasuries/${encodeURIComponent(ticker)}` }, ' ', { soft: ticker }],
    { bar: btc_display / most, fill: estimate ? 'open' : 'solid' },
    { strong: countOf(holder) },
    [estimate ? 'Estimate' : 'Exact', { small: [from, ', ', { day: as_of, short: true }] }],
    [
      { bar: Math.min(1, age_days / fullAge), fill: age_days > oldAfter ? 'down' : 'solid', full: true },
      { small: daysOld(age_days) },
    ],
    ...bases.map((basis): Text => {
      if (mnav?.basis !== basis) return ''
      return [number(mnav.value), { small: [`${basis}, `, { day: mnav.as_of, short: true }] }]
    }),
  ]
}
