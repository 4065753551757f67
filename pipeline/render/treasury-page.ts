import { framed } from '../../data/page-frame.ts'
import { prices } from '../../data/prices.ts'
import { filingName } from '../briefings/charts.ts'
import { counted } from '../calendar/counted.ts'
import type { FilingReference } from '../documents/holding.ts'
import type { Financing, TreasuryDocument } from '../documents/treasury.ts'
import type { TreasuryList } from '../documents/treasury-list.ts'
import { dayInWords, shortDay, timeInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber } from './format-number.ts'
import { pageNumber } from './page-figures.ts'
import { crumb, crumbs, onDay, warnings } from './page-head.ts'
import { holdersBlock } from './page-holders.ts'
import { originBlock } from './page-origin.ts'
import { block, columnsOf, outside, pageTable, wrapped } from './page-table.ts'
import { coins, figure } from './treasury-figures.ts'
import type { Stamped } from './treasury-markdown.ts'

const filed = ({ form, filed: day, url }: FilingReference): string => outside(filingName(form, day), url)
const dollars = (value: number | null): string => (value === null ? 'not stated' : `$${figure(value)}`)

const companies = (count: number): string => (count === 1 ? '1 company' : `${count} companies`)

function wholePage(title: string, asOf: string, content: readonly string[]): string {
  const body = `<main id="main">${content.join('')}</main>`
  const foot = `<span>Figures as known at the end of ${dayInWords(asOf)} (UTC).</span>`
  return framed({ title: `${title}, ${dayInWords(asOf)}`, body, foot })
}

/** Terms of a list; those without a text are left out. Texts are HTML. */
function terms(rows: readonly (readonly [string, string])[]): string {
  const shown = rows.filter(([, text]) => text !== '')
  return `<dl class="src top">${shown.map(([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${text}</dd>`).join('')}</dl>`
}

/** The treasuries of the roster as a page: who holds how much, by whose word, and what they owe. */
export function treasuryListPage(document: TreasuryList & Stamped): string {
  const { as_of, holdings, withheld, total_btc_exact } = document
  const financed = holdings.flatMap(({ company_name, financing_summary: summary }) =>
    summary === null
      ? []
      : [
          [
            escapeHtml(company_name),
            dollars(summary.senior_claims_usd),
            dollars(summary.senior_claims_per_btc_usd),
            summary.btc_share_of_total_assets_percent === null ? '' : `${figure(summary.btc_share_of_total_assets_percent)}%`,
            dollars(summary.due_within_24_months_usd),
            outside(`Report of ${shortDay(summary.as_of)}`, summary.filing_url),
          ],
        ],
  )
  const disputed = holdings.flatMap(({ company_name, adjudication }) =>
    adjudication === null
      ? []
      : [
          [
            escapeHtml(company_name),
            ...adjudication.evidence.map(
              ({ source, url, btc, as_of: day }) =>
                `${coins(btc)}<small>${outside(source, url)}, ${shortDay(day, as_of)}</small>`,
            ),
            adjudication.difference_percent === null ? '' : pageNumber(`${figure(adjudication.difference_percent)}%`),
            wrapped(adjudication.rule),
          ],
        ],
  )
  const aside = withheld.map(({ ticker, company_name, reason, evidence_filing }) => [
    `${escapeHtml(company_name)} <span class="faint">${escapeHtml(ticker)}</span>`,
    wrapped(reason),
    filed(evidence_filing),
  ])
  const exact = holdings.filter(({ precision }) => precision === 'exact').length
  return wholePage('Bitcoin treasuries of listed companies', as_of, [
    crumbs([crumb('/', 'Today'), '<span>Treasuries</span>', `<span>Pro, $${prices.treasuries}</span>`], onDay(as_of)),
    warnings(document),
    `<p class="kicker">Bitcoin treasuries of listed companies</p><h1>${companies(exact)} filed ${coins(total_btc_exact)} BTC together</h1>`,
    `<p class="stand">The filed counts of ${companies(holdings.length)} on a curated roster, with estimates where no filing is accepted. The total leaves estimates out and understates the market.</p>`,
    holdersBlock(holdings, as_of),
    financed.length === 0
      ? ''
      : block(
          'Financing',
          'From the latest periodic report of each, on its balance sheet date.',
          pageTable(
            columnsOf(['Company', 'Senior claims', 'Per BTC', 'BTC of assets', 'Due in 24 months', 'Filing'], [1, 2, 3, 4]),
            financed,
          ),
        ),
    disputed.length === 0
      ? ''
      : block(
          'Where sources disagree',
          'The first count is accepted.',
          pageTable(columnsOf(['Company', 'Accepted', 'Other', 'Difference', 'Rule'], [1, 2, 3]), disputed),
        ),
    aside.length === 0
      ? block('Withheld', '', `<p class="soft">None on ${dayInWords(as_of)}.</p>`)
      : block('Withheld', 'No count is shown.', pageTable(columnsOf(['Company', 'Reason', 'Filing'], []), aside)),
    originBlock(document, [], []),
  ])
}

/** The treasury of one company as a page: what it holds by whose word, its market value over that, what it owes and until when. */
export function treasuryPage(document: TreasuryDocument & Stamped): string {
  const { ticker, company_name, as_of, holding, withheld, financing, financing_note, mnav, mnav_note } = document
  const title = `${company_name} (${ticker})`
  const head =
    holding === null
      ? withheld === undefined
        ? `${company_name}: no count of bitcoins`
        : `${company_name}: the count is withheld`
      : `${company_name} holds ${holding.btc_exact === null ? `about ${coins(holding.btc_display)}` : coins(holding.btc_exact)} BTC`
  return wholePage(title, as_of, [
    crumbs([crumb('/', 'Today'), crumb('/api/treasuries', 'Treasuries'), `<span>Pro, $${prices.treasury}</span>`], onDay(as_of)),
    warnings(document),
    `<p class="kicker">${escapeHtml(title)}</p><h1>${escapeHtml(head)}</h1>`,
    withheld === undefined ? '' : `<p class="stand">${escapeHtml(withheld.reason)} ${filed(withheld.evidence_filing)}</p>`,
    holding === null ? '' : holdingBlock(holding, as_of),
    mnav === undefined
      ? ''
      : block(
          'mNAV',
          'Market value over the value of the bitcoins held.',
          mnav === null ? `<p>${escapeHtml(mnav_note ?? '')}</p>` : mnavOf(mnav, as_of),
        ),
    financing === null ? block('Financing', '', `<p>${escapeHtml(financing_note ?? '')}</p>`) : financingBlock(financing),
    sinceBlock(document),
    originBlock(document, [], []),
  ])
}

function holdingBlock(holding: NonNullable<TreasuryDocument['holding']>, asOf: string): string {
  const { precision, as_of, age_days, freshness, known_at, source, reading, adjudication, age_note } = holding
  const decided =
    adjudication === null
      ? ''
      : `${escapeHtml(adjudication.rule)} ${adjudication.evidence.map(({ source: name, url, btc, as_of: day }) => `${outside(name, url)}: ${coins(btc)} BTC on ${shortDay(day, asOf)}`).join('; ')}.`
  return block(
    'The count',
    '',
    terms([
      ['Precision', precision],
      ['As of', `${dayInWords(as_of, asOf)}, ${counted(age_days, 'day')} old, ${freshness.status}`],
      ['Source', `${outside(source.name, source.url)}, known ${timeInWords(known_at, asOf)}`],
      ['Read from', reading === null ? '' : escapeHtml(`${reading.how}, ${reading.place}`)],
      ['Checks', (reading?.checks ?? []).map(({ name, detail }) => escapeHtml(`${name}: ${detail}`)).join('<br>')],
      ['Sources disagree', decided],
      ['Age', escapeHtml(age_note ?? '')],
    ]),
  )
}

function mnavOf(mnav: NonNullable<TreasuryDocument['mnav']>, asOf: string): string {
  const { value, basis, as_of, valid_until, enterprise_value, inputs, source, source_url, why_not_in_house } = mnav
  const by =
    source === null ? 'computed here from filed shares, a stored close and the holding shown' : outside(source, source_url)
  const table =
    inputs.length === 0
      ? ''
      : pageTable(
          columnsOf(['Input', 'Value', 'Of', 'Source'], [1]),
          inputs.map((input) => [
            escapeHtml(input.what),
            `${figure(input.value)} ${escapeHtml(input.unit)}`,
            shortDay(input.as_of, asOf),
            outside(input.source, input.url),
          ]),
        )
  return `${terms([
    ['mNAV', `<strong>${figure(value)}</strong>, ${basis}: ${by}`],
    ['With debt', enterprise_value === null ? '' : `${figure(enterprise_value)}: with debt and preferred stock, less cash`],
    ['Of', `${dayInWords(as_of, asOf)}; shown to ${dayInWords(valid_until, asOf)}`],
    ['Why', escapeHtml(why_not_in_house ?? '')],
  ])}${table}`
}

function financingBlock(financing: Financing): string {
  const { as_of, filing, debt, preferred, maturities, btc, missing, citation, filed_currency } = financing
  const facts = terms([
    ['Filing', filed(filing)],
    [
      'Senior claims',
      `${dollars(financing.senior_claims_usd)}: debt ${dollars(financing.debt_principal_usd)}, preferred stock ${dollars(financing.preferred_usd)}`,
    ],
    [
      'Per BTC',
      `${dollars(financing.senior_claims_per_btc_usd)}${btc === null ? '' : `, for the ${coins(btc)} BTC in that filing`}`,
    ],
    ['Due in 24 months', dollars(financing.due_within_24_months_usd)],
    ['Cash, assets', `${dollars(financing.cash_usd)}; ${dollars(financing.total_assets_usd)}`],
    ['Bitcoin', bitcoinAmong(financing)],
    [
      'As filed',
      filed_currency === null
        ? ''
        : `${figure(filed_currency.senior_claims)} ${filed_currency.currency}, at ${figure(filed_currency.rate.jpy_per_usd)} yen per dollar (${outside(filed_currency.rate.source, filed_currency.rate.url)})`,
    ],
    ['Not stated', escapeHtml(missing.join(', '))],
    ['Citation', escapeHtml(citation ?? '')],
  ])
  const tables = [
    debt === null || debt.length === 0
      ? ''
      : pageTable(
          columnsOf(['Debt', 'Principal', 'Coupon', 'Maturity', 'Put from'], [1, 2]),
          debt.map(({ name, principal_usd, coupon_percent, maturity, put }) => [
            escapeHtml(name),
            dollars(principal_usd),
            coupon_percent === null ? '' : `${formatNumber(coupon_percent, 4)}%`,
            maturity === null ? '' : shortDay(maturity),
            put === null ? '' : shortDay(put),
          ]),
        ),
    preferred === null || preferred.length === 0
      ? ''
      : pageTable(
          columnsOf(['Preferred stock', 'Shares', 'Liquidation preference'], [1, 2]),
          preferred.map(({ name, shares, liquidation_preference_usd }) => [
            escapeHtml(name),
            shares === null ? '' : figure(shares),
            dollars(liquidation_preference_usd),
          ]),
        ),
    maturities.length === 0
      ? ''
      : pageTable(
          columnsOf(['Due', 'Until', 'Principal'], [2]),
          maturities.map(({ label, to, amount_usd }) => [
            escapeHtml(label),
            to === null ? '' : shortDay(to),
            dollars(amount_usd),
          ]),
        ),
  ]
  return block('Financing', `On ${dayInWords(as_of)}, the balance sheet date.`, `${facts}${tables.join('')}`)
}

/** What the bitcoins are carried at, and what they cost where the filing tags that. */
function bitcoinAmong({
  btc_fair_value_usd: value,
  btc_cost_usd: cost,
  btc_share_of_total_assets_percent: share,
}: Financing): string {
  if (value === null) return ''
  return `${dollars(value)}${share === null ? '' : `, ${figure(share)}% of assets`}${cost === null ? '' : `; cost ${dollars(cost)}`}`
}

/** What was filed after the periodic report: none of it is in the figures above. */
function sinceBlock({ financing, atm_capacity, btc_stated_since, as_of }: TreasuryDocument): string {
  const later = financing?.later_filings ?? []
  const parts = [
    later.length === 0
      ? ''
      : pageTable(
          columnsOf(['Later filing', 'Items'], []),
          later.map((filing) => [filed(filing), escapeHtml(filing.items.join(', '))]),
        ),
    atm_capacity.length === 0
      ? ''
      : pageTable(
          columnsOf(['At-the-market program', 'Available', 'As of', 'Filing'], [1]),
          atm_capacity.map(({ program, available_usd, as_of: day, filing }) => [
            escapeHtml(program),
            dollars(available_usd),
            shortDay(day, as_of),
            filed(filing),
          ]),
        ),
    btc_stated_since.length === 0
      ? ''
      : pageTable(
          columnsOf(['Count stated on', 'BTC', 'Filing'], [1]),
          btc_stated_since.map(({ as_of: day, btc, filing }) => [shortDay(day, as_of), coins(btc), filed(filing)]),
        ),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : block('Since the report', 'None of it is in the figures above.', parts.join(''))
}
