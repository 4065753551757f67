import { STATUS_CODES } from 'node:http'
import { framedPage } from '../../data/page-frame.ts'
import { type PlanName, type PlanTerms, plans } from '../../data/plans.ts'
import { waysStyle } from '../../data/site-style.ts'
import { dayInWords } from '../http/day-in-words.ts'
import type { ErrorCode, Refusal } from '../http/errors.ts'
import { retryAfterStart } from '../http/first-run.ts'
import type { DocumentFormat } from '../http/formats.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import { escaped } from './page.ts'
import { factListHtml, plansWay, priceSection, type ReadTarget, signInPath, type WaysToRead, waysToRead } from './ways-to-read.ts'

/** The document that a refused request asked for, as far as anyone may know it. */
export interface RequestedDocument extends ReadTarget {
  /** Where the edition has it; null where it is composed for each read. */
  readonly place: string | null
  readonly title: string
  readonly description: string
  /** Day it is about. */
  readonly day: string
  readonly formats: readonly DocumentFormat[]
}

export interface RefusedRequest extends Omit<WaysToRead, 'target'> {
  readonly refusal: Refusal
  readonly id: string
  /** Null where the request was refused before its document was known. */
  readonly asked: RequestedDocument | null
  /** How far the first edition is, where there is none yet: the page then reloads itself. */
  readonly progress: string | null
  /** The plan that somebody is signed in with, or whose key was sent; null for anyone else. */
  readonly plan: PlanName | null
  /** The day of the figures behind the document; null where that is not known. */
  readonly newest: string | null
}

/** Refusals that a key, another key or a payment would help with. */
const ofAccess: ReadonlySet<ErrorCode> = new Set([
  'KEY_REQUIRED',
  'KEY_INVALID',
  'PAYMENT_REQUIRED',
  'PAYMENT_UNAVAILABLE',
  'PLAN_REQUIRED',
  'ACCOUNT_SUSPENDED',
  'RATE_LIMITED',
])

/** An error as a page, for a person who met it in a browser. */
export function refusalPage(request: RefusedRequest): string {
  const { refusal, asked } = request
  if (asked !== null && ofAccess.has(refusal.code)) return accessPage(request, asked)
  return asked !== null && ofData.has(refusal.code) ? unsoldPage(request, asked) : errorPage(request)
}

/** Refusals of a document that exists and is not sold at the moment. */
const ofData: ReadonlySet<ErrorCode> = new Set(['DATA_STALE', 'NOT_PUBLISHED', 'NOT_OFFERED'])

/** The head of a page that says how a document is read, with the list it is in. */
const crumbsOf = ({ path }: RequestedDocument): string => {
  const above = path.startsWith('/api/companies/') ? '<a href="/companies">Companies</a>' : '<a href="/docs">Docs</a>'
  return `<main id="main"><div class="crumbs"><a href="/">Today</a> ${above}</div>`
}

const formatNames: Readonly<Record<DocumentFormat, string>> = { markdown: 'Markdown', json: 'JSON', html: 'HTML' }

/** What the document is, what it costs, and the ways to read it. */
function accessPage({ refusal, sold, origin, next, id, plan, terms }: RefusedRequest, asked: RequestedDocument): string {
  const { title, price, day, tier } = asked
  const sells = sold.enabled
  const one = sells
    ? `This document costs <strong>$${price}</strong> for one read, or nothing more with a key whose plan includes it.`
    : ''
  const reason =
    refusal.code === 'PAYMENT_REQUIRED' || refusal.code === 'KEY_REQUIRED'
      ? sells
        ? `${one} Nothing has been charged.`
        : 'Reading this document requires an API key whose plan includes it.'
      : refusal.code === 'PLAN_REQUIRED' && plan !== null
        ? `Your plan is ${planTitle(plan)}. ${planReason(refusal, terms)}${sells ? ` One read without a key costs <strong>$${price}</strong>.` : ''} Nothing has been charged.`
        : `${escaped(refusal.message)} Nothing has been charged.`
  const enter =
    plan === null
      ? `<a class="btn" href="${escaped(signInPath(next))}">Sign in</a><a class="btn ghost" href="#key">Get a key</a>`
      : '<a class="btn" href="/prices">Plans and prices</a>'
  const body = [
    crumbsOf(asked),
    `<div class="top"><div><p class="kicker">${headOf(refusal.code, refusal.status)}</p><h1>${escaped(title)}, ${dayInWords(day)}</h1><p class="stand">${reason}</p>`,
    `<div class="acts">${enter}${sells ? '<a class="btn ghost" href="#pay">Pay for this call</a>' : ''}</div></div>`,
    `${aboutDocument(asked, sold, terms, 'As of', day)}</div>`,
    plan === null ? waysToRead({ origin, sold, target: asked, next, terms }) : plansWay(tier, terms),
    sells ? priceSection() : '',
    `<p class="note">Status ${refusal.status}, <a href="/docs/errors#${refusal.code.toLowerCase()}">${refusal.code}</a>, request ${escaped(id)}.</p></main>`,
  ].join('')
  return framedPage({ title: `${headOf(refusal.code, refusal.status)}: ${title}`, body, style: waysStyle })
}

/** The plan that would do, and what it costs where the operator says so. */
function planReason({ facts: { members } }: Refusal, terms: PlanTerms): string {
  const needs = plans.find(({ plan }) => plan === members?.['needs'])
  return needs === undefined ? 'It does not include this.' : `This requires ${needs.title}${costOf(needs.plan, terms)} or above.`
}

const costOf = (plan: PlanName, { prices }: PlanTerms): string =>
  prices[plan] === undefined ? '' : ` (${escaped(prices[plan])})`
const planTitle = (plan: PlanName): string => plans.find((row) => row.plan === plan)!.title

/** What a document is and what opens it, at the side of a page. */
function aboutDocument(
  { description, tier, price, formats }: RequestedDocument,
  sold: PaymentStatus,
  terms: PlanTerms,
  dated: string,
  day: string | null,
): string {
  return `<aside class="doc" aria-label="About this document"><p>${escaped(description)}</p>${factListHtml([
    ...(day === null ? [] : [[dated, `<time datetime="${day}">${dayInWords(day)}</time>`] as const]),
    ['Plan', `${planTitle(tier)}${costOf(tier, terms)} or above`],
    ['One call', sold.enabled ? `$${price}` : 'not for sale here'],
    ['Formats', formats.map((format) => formatNames[format]).join(', ')],
  ])}</aside>`
}

/** Days that figures may be older than their document without that being why it is not sold. */
const usualAge = 7

/** Why a document is not sold at the moment, and the last day on which it was. */
function unsoldPage({ refusal, id, sold, terms, newest }: RefusedRequest, asked: RequestedDocument): string {
  const { title, day, path } = asked
  const { code, status, message, facts: more } = refusal
  const given = more.members?.['available_date']
  const last = typeof given === 'string' ? given : null
  const isOld = newest !== null && Date.parse(day) - Date.parse(newest) > usualAge * 86_400_000
  const ofLast = last === null ? '' : ` The last one is of ${dayInWords(last)}.`
  const why =
    code === 'DATA_STALE' && isOld
      ? `Data for ${escaped(title)} stopped on ${dayInWords(newest)}. It is not sold until the data resumes.`
      : escaped(message.split(/(?<=\.) (?=\p{Lu})/u)[0]!)
  const open =
    last === null
      ? ''
      : `<a class="btn" href="${escaped(`${path}${path.includes('?') ? '&' : '?'}date=${last}`)}">Read ${dayInWords(last)}</a>`
  const body = [
    crumbsOf(asked),
    `<div class="top"><div><p class="kicker">Not sold today</p><h1>${escaped(title)}</h1><p class="stand">${why}${ofLast} Nothing has been charged.</p>`,
    `<div class="acts">${open}<a class="btn ghost" href="/">Today’s briefings</a><a class="btn ghost" href="/prices">Plans and prices</a></div></div>`,
    `${aboutDocument(asked, sold, terms, 'Last sold', last)}</div>`,
    `<p class="note">Status ${status}, <a href="/docs/errors#${code.toLowerCase()}">${code}</a>, request ${escaped(id)}. <a href="/api/status">What each feed waits for</a>.</p></main>`,
  ].join('')
  return framedPage({ title: `Not sold today: ${title}`, body, style: waysStyle })
}

function headOf(code: ErrorCode, status: number): string {
  const heads: Partial<Record<ErrorCode, string>> = {
    KEY_REQUIRED: 'Key required',
    KEY_INVALID: 'Key not accepted',
    PLAN_REQUIRED: 'Another plan required',
    SCOPE_REQUIRED: 'Not with this key',
    ADDRESS_UNPROVED: 'Address not proved',
    RATE_LIMITED: 'Limit used up',
    NOT_ON_RECORD: 'Day not on record',
    NOT_PUBLISHED: 'No data yet',
    NOT_READY: 'No edition yet',
    EDITION_OLDER: 'Not served for now',
    NOT_OFFERED: 'Not offered here',
    SIGN_IN_LIMITED: 'Too many attempts',
  }
  return heads[code] ?? sentence(STATUS_CODES[status] ?? 'Error')
}

const sentence = (words: string) => words.charAt(0) + words.slice(1).toLowerCase()

function errorPage({ refusal, id, progress }: RefusedRequest): string {
  const { code, status, message, facts: more } = refusal
  const links = (more.suggestions ?? []).map((text) =>
    text.startsWith('/') ? `<li><a href="${escaped(text)}">${escaped(text)}</a></li>` : `<li><code>${escaped(text)}</code></li>`,
  )
  const body = [
    '<main id="main"><div class="crumbs"><a href="/">Today</a> <a href="/docs">Docs</a></div>',
    `<p class="kicker">Status ${status}</p><h1>${headOf(code, status)}</h1><p class="stand">${escaped(message)}</p>`,
    progress === null ? '' : `<p>${escaped(progress)}</p>`,
    links.length === 0
      ? ''
      : `<section class="next" aria-label="Suggestions"><p>Did you mean:</p><ul>${links.join('')}</ul></section>`,
    '<div class="acts"><a class="btn" href="/">Today’s briefings</a><a class="btn ghost" href="/docs">Documentation</a></div>',
    `<p class="note"><a href="/docs/errors#${code.toLowerCase()}">${code}</a>, request ${escaped(id)}.</p></main>`,
  ].join('')
  const title = `${headOf(code, status)} (${status})`
  return framedPage({ title, body, style: waysStyle, ...(progress === null ? {} : { reload: retryAfterStart }) })
}
