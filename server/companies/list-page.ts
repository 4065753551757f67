import { changedWithinDays, type listSorts } from '../../data/companies/list-sorts.ts'
import { companyMarketOf, companyMarkets } from '../../data/companies/markets.ts'
import { situationById } from '../../data/companies/situations.ts'
import { sampleNotice } from '../../data/notices.ts'
import { framedPage } from '../../data/page-frame.ts'
import { companyListStyle, waysStyle } from '../../data/site-style.ts'
import { overdueReportNotice } from '../../pipeline/documents/company/next-report.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { canonicalTarget } from '../answers/offer.ts'
import { needEdition, queryOf, type RequestContext } from '../answers/request-context.ts'
import { codedBytesOf, openAnswer, prepareAnswer, sendPrepared } from '../editions/prepared-answer.ts'
import { dayInWords } from '../http/day-in-words.ts'
import { contentTypes } from '../http/formats.ts'
import { pagePolicy } from '../http/page-policy.ts'
import type { Operation } from '../openapi/operation.ts'
import { type Query, readParameters } from '../openapi/query.ts'
import { escaped } from '../pages/page.ts'
import { reportDayText } from './contents.ts'
import { type SoldCompany, suggestedCompanies } from './directory.ts'
import { listedFilers, soldBlocks } from './list.ts'
import { type CompanyPage, companyPageOf, newSituations } from './listing.ts'
import { wholeBriefingPrice } from './price.ts'

/** Code points of a name that the list prints: names are what others wrote. */
const longestName = 120

/** What the page is made of. `isSold`: single calls are for sale, so that prices say something. */
interface Listed {
  readonly view: EditionView
  readonly query: Query
  readonly filers: ReadonlySet<string>
  readonly isSold: boolean
}

/** GET /companies: the list of companies for people, with a search that needs no script. */
export async function companiesPageRoute(ctx: RequestContext, operation: Operation, isSold: boolean): Promise<void> {
  // a form sends what was left empty
  const given = queryOf(ctx).filter(({ value }) => value !== '')
  const query = new Map([['sort', 'name'], ...readParameters(given, operation)])
  const { view, edition } = needEdition(ctx)
  const text = companiesPage({ view, query, filers: await listedFilers(view), isSold })
  const contentSecurityPolicy = () => pagePolicy(text, true)
  sendPrepared(ctx, prepareAnswer(codedBytesOf(text), { ...openAnswer, type: contentTypes.html, contentSecurityPolicy, edition }))
}

function companiesPage(listed: Listed): string {
  const { view, query, isSold } = listed
  const { as_of: day, sample } = view.manifest
  const page = companyPageOf(view, query)
  const body = [
    `<main id="main"><div class="crumbs"><a href="/">Today</a> <span>Companies</span> <span class="days"><strong><time datetime="${day}">${dayInWords(day)}</time></strong></span></div>`,
    sample ? `<p class="sample">${escaped(sampleNotice)}</p>` : '',
    '<h1>Companies</h1><p class="stand">Listed companies whose statements are read: figures with their filings, what changed, situations and valuation, whole or by block.</p>',
    formOf(query),
    `<p class="note" role="status">${countOf(query, page, day)}</p>`,
    page.count === 0 ? nextSteps(view, query) : tableOf(listed, page.page),
    turns(query, page),
    `<p class="note">${isSold ? 'Prices are for the whole of a company, read once without a key; a block costs less. ' : ''}<a href="/docs/companies">What is read</a> · <a href="${escaped(hrefOf('/api/companies', query, { sort: null, format: 'markdown' }))}">Markdown</a> · <a href="${escaped(hrefOf('/api/companies', query, { sort: null, format: 'json' }))}">JSON</a></p></main>`,
  ]
  return framedPage({ title: 'Companies', body: body.join(''), style: `${waysStyle}${companyListStyle}`, part: 'companies' })
}

/** The address of the list with some parameters changed: null takes one away. A change begins on the first page. */
function hrefOf(path: string, query: Query, change: Readonly<Record<string, string | null>>): string {
  const { cursor = null, ...rest } = change
  const all = { ...Object.fromEntries(query), ...rest, cursor }
  const kept = Object.entries(all).flatMap(([name, value]) =>
    value === null || (name === 'sort' && value === 'name') ? [] : [{ name, value }],
  )
  return canonicalTarget(path, kept)
}

function formOf(query: Query): string {
  const markets = companyMarkets.map(
    ({ market, title }) => `<option value="${market}"${query.get('market') === market ? ' selected' : ''}>${title}</option>`,
  )
  const sort = query.get('sort')
  return [
    '<form class="find" role="search" action="/companies" method="get">',
    `<div class="words"><label for="search">Name, ticker or code</label><input id="search" name="search" type="search" maxlength="100" value="${escaped(query.get('search') ?? '')}"></div>`,
    `<div><label for="market">Market</label><select id="market" name="market"><option value="">All</option>${markets.join('')}</select></div>`,
    `<div class="check"><input id="changed" name="changed" type="checkbox" value="week"${query.has('changed') ? ' checked' : ''}><label for="changed">Changed in ${changedWithinDays} days</label></div>`,
    sort === 'name' ? '' : `<input type="hidden" name="sort" value="${escaped(sort!)}">`,
    '<button class="btn">Search</button></form>',
  ].join('')
}

function countOf(query: Query, { count, page }: CompanyPage, day: string): string {
  const search = query.get('search')
  const market = companyMarkets.find((each) => each.market === query.get('market'))
  const about = [
    ...(search === undefined ? [] : [`for “${escaped([...search].slice(0, longestName).join(''))}”`]),
    ...(market === undefined ? [] : [`in ${market.title === 'USA' ? 'the USA' : market.title}`]),
    ...(query.has('changed') ? [`with a new report or situation in the ${changedWithinDays} days to ${dayInWords(day)}`] : []),
  ].join(' ')
  const companies = count === 0 ? 'No company' : count === 1 ? '1 company' : `${count.toLocaleString('en-GB')} companies`
  return `${companies}${about === '' ? '' : ` ${about}`}${page.length < count ? `, ${page.length} of them here` : ''}.`
}

/** What somebody does whose search has no company. */
function nextSteps(view: EditionView, query: Query): string {
  const search = query.get('search')
  const close = search === undefined ? [] : suggestedCompanies(view, search)
  const links = close.map((address) => `<li><a href="${pageOf(address)}">${escaped(address)}</a></li>`)
  const suggested = links.length === 0 ? '' : `<p>Did you mean:</p><ul>${links.join('')}</ul>`
  const all = [...query.keys()].some((name) => name !== 'sort')
    ? '<div class="acts"><a class="btn ghost" href="/companies">All companies</a></div>'
    : ''
  return `<div class="next">${suggested}</div>${all}`
}

const pageOf = (address: string): string => `/api/companies/${encodeURIComponent(address)}?format=html`

const heads = { name: 'Company', market: 'Market', newest: 'Newest report' } as const satisfies Partial<
  Record<(typeof listSorts)[number], string>
>

function tableOf(listed: Listed, page: readonly SoldCompany[]): string {
  const { query, isSold } = listed
  const sorted = Object.entries(heads).map(([sort, title]) => {
    if (query.get('sort') !== sort)
      return `<th scope="col"><a href="${escaped(hrefOf('/companies', query, { sort }))}">${title}</a></th>`
    return `<th scope="col" aria-sort="${sort === 'newest' ? 'descending' : 'ascending'}">${title} ${sort === 'newest' ? '↓' : '↑'}</th>`
  })
  const price = isSold ? '<th scope="col" class="r">Price</th>' : ''
  const rows = page.map((company) => rowOf(listed, company)).join('')
  return `<div class="scroll" tabindex="0" role="region" aria-label="Companies"><table class="list">
<thead><tr>${sorted.join('')}<th scope="col">Period</th>${price}</tr></thead><tbody>${rows}</tbody></table></div>`
}

function rowOf({ view, filers, isSold }: Listed, { row, address }: SoldCompany): string {
  const { as_of: day } = view.manifest
  const { name, latest_period: period, latest_report: report } = row
  const turned = newSituations(row, day).map((each) => situationById.get(each)?.title ?? each)
  const remarks = [...turned, ...(overdueReportNotice(row, day) === null ? [] : ['Next report is overdue'])]
  const letters = [...name]
  const shown = letters.length > longestName ? `${letters.slice(0, longestName).join('')}…` : name
  const cells = [
    companyMarketOf(row).title,
    `${report === undefined ? '' : capital(reportDayText(report))}${remarks.map((each) => `<small>${escaped(each)}</small>`).join('')}`,
    period === null ? '' : `${escaped(period.label)}<small>to ${dayInWords(period.end)}</small>`,
  ]
  const price = isSold ? `<td class="r">$${wholeBriefingPrice(soldBlocks(row, filers).length)}</td>` : ''
  return `<tr><th scope="row"><a href="${pageOf(address)}">${escaped(shown)}</a><small>${escaped(address)}</small></th>${cells.map((cell) => `<td>${cell}</td>`).join('')}${price}</tr>`
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Links to the first and the next page. */
function turns(query: Query, { next }: CompanyPage): string {
  const first = query.has('cursor') ? `<a href="${escaped(hrefOf('/companies', query, {}))}">← First page</a>` : ''
  const more =
    next === null ? '' : `<a rel="next" href="${escaped(hrefOf('/companies', query, { cursor: next }))}">Next page →</a>`
  return first === '' && more === '' ? '' : `<nav class="turn" aria-label="Pages">${first}${more}</nav>`
}
