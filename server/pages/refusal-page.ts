import { STATUS_CODES } from 'node:http'
import { framed } from '../../data/page-frame.ts'
import { waysStyle } from '../../data/site-style.ts'
import type { ErrorCode, Refusal } from '../http/errors.ts'
import { retryAfterStart } from '../http/first-run.ts'
import type { DocumentFormat } from '../http/formats.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import { escaped } from './page.ts'
import { facts, priceSection, signInPath, type Target, waysToRead } from './ways-to-read.ts'

/** The document that a refused request asked for, as far as anyone may know it. */
export interface Asked extends Target {
  readonly title: string
  readonly description: string
  /** Day it is about. */
  readonly day: string
  readonly formats: readonly DocumentFormat[]
}

export interface RefusedRequest {
  readonly refusal: Refusal
  readonly id: string
  /** Null where the request was refused before its document was known. */
  readonly asked: Asked | null
  readonly sold: PaymentStatus
  readonly origin: string
  /** Path and query of the request, to come back to. */
  readonly next: string
  /** How far the first edition is, where there is none yet: the page then reloads itself. */
  readonly progress: string | null
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
  return asked !== null && ofAccess.has(refusal.code) ? accessPage(request, asked) : errorPage(request)
}

const formatNames: Readonly<Record<DocumentFormat, string>> = { markdown: 'Markdown', json: 'JSON', html: 'HTML' }

/** What the document is, what it costs, and the ways to read it. */
function accessPage({ refusal, asked: _, sold, origin, next, id }: RefusedRequest, asked: Asked): string {
  const { title, description, tier, price, day, formats } = asked
  const sells = sold.enabled
  const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
  const one = sells
    ? `This document costs <strong>$${price}</strong> for one read, or nothing more with a key whose plan includes it.`
    : ''
  const reason =
    refusal.code === 'PAYMENT_REQUIRED' || refusal.code === 'KEY_REQUIRED'
      ? sells
        ? `${one} Nothing has been charged.`
        : 'Reading this document requires an API key whose plan includes it.'
      : `${escaped(refusal.message)} Nothing has been charged.`
  const body = [
    '<main id="main"><div class="crumbs"><a href="/">Today</a> <a href="/docs">Docs</a></div>',
    `<div class="top"><div><p class="kicker">${headOf(refusal.code, refusal.status)}</p><h1>${escaped(title)}, ${inWords}</h1><p class="stand">${reason}</p>`,
    `<div class="acts"><a class="btn" href="${escaped(signInPath(next))}">Sign in</a><a class="btn ghost" href="#key">Get a key</a>${sells ? '<a class="btn ghost" href="#pay">Pay for this call</a>' : ''}</div></div>`,
    `<aside class="doc" aria-label="About this document"><p>${escaped(description)}</p>${facts([
      ['As of', `<time datetime="${day}">${inWords}</time>`],
      ['Tier', escaped(tier)],
      ['One call', sells ? `$${price}` : 'not for sale here'],
      ['Formats', formats.map((format) => formatNames[format]).join(', ')],
    ])}</aside></div>`,
    waysToRead({ origin, sold, target: asked, next }),
    sells ? priceSection() : '',
    `<p class="note">Status ${refusal.status}, <a href="/docs/errors#${refusal.code.toLowerCase()}">${refusal.code}</a>, request ${escaped(id)}.</p></main>`,
  ].join('')
  return framed({ title: `${headOf(refusal.code, refusal.status)}: ${title}`, body, style: waysStyle })
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
  return framed({ title, body, style: waysStyle, ...(progress === null ? {} : { reload: retryAfterStart }) })
}
