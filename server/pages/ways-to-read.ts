import { framedPage } from '../../data/page-frame.ts'
import { type PlanName, type PlanTerms, plans, type Tier } from '../../data/plans.ts'
import { prices } from '../../data/prices.ts'
import { waysStyle } from '../../data/site-style.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import { escaped } from './page.ts'

/** How documents are read here: with a key, in a browser or by a program, and for a payment per call. Blocks of HTML for pages. */

/** A document somebody wants to read. */
export interface ReadTarget {
  /** Path and query that programs ask for it by. */
  readonly path: string
  /** Least plan that reads it whole. */
  readonly tier: Tier
  /** Dollars a call. */
  readonly price: string
}

export interface WaysToRead {
  /** Where callers reach this server, such as `https://briefings.example`. */
  readonly origin: string
  readonly sold: PaymentStatus
  /** Null where no document in particular is meant. */
  readonly target: ReadTarget | null
  /** Path to go on to after signing in. */
  readonly next: string
  readonly terms: PlanTerms
}

const command = (text: string) => `<pre><code>${escaped(text)}</code></pre>`
const steps = (items: readonly string[]) => `<ol class="steps">${items.map((item) => `<li>${item}</li>`).join('')}</ol>`
export const waySection = (id: string, title: string, whom: string, body: string) =>
  `<section class="sec way" id="${id}"><div><h2>${title}</h2><p>${whom}</p></div><div>${body}</div></section>`
export const factListHtml = (rows: readonly (readonly [string, string])[]) =>
  `<dl class="kv num">${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`

/** Address of the sign-in form, which leads on to a path of this server. */
export function signInPath(next: string): string {
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}

/** The sections "With a key" and, where calls are sold, "Pay per call". */
export function waysToRead(ways: WaysToRead): string {
  return `${keyWay(ways)}${ways.sold.enabled ? paymentWay(ways) : ''}`
}

function keyWay({ origin, target, next, terms }: WaysToRead): string {
  const url = `${origin}${target?.path ?? '/api/btc'}`
  return waySection(
    'key',
    'With a key',
    'For people, and for programs that read often.',
    `${steps([
      `<b>Get a key.</b> <a href="/sign-up">Create an account</a> and make a key in its settings. If the server is yours, create one:${command('npx --no-install briefing keys create --plan pro --name me')}`,
      `<b>Read in this browser:</b> <a href="${escaped(signInPath(next))}">sign in</a> once.`,
      `<b>Read with a program:</b> send the key with each request.${command(`curl -H "Authorization: Bearer $KEY" "${url}"`)}`,
    ])}${planTable(target?.tier ?? null, terms)}${getPlan(terms)}`,
  )
}

function paymentWay({ origin, sold, target }: WaysToRead): string {
  const url = `${origin}${target?.path ?? '/api/btc'}`
  const networks = sold.x402.networks.map(({ network, title }) => `${escaped(title)} <code>${escaped(network)}</code>`)
  const amount = target === null ? [] : [['Amount', `${escaped(target.price)} USDC`] as const]
  const money = sold.sandbox
    ? 'Play money on a test network: this server is a sandbox.'
    : 'For programs with a wallet. No account.'
  return waySection(
    'pay',
    'Pay per call',
    money,
    `${factListHtml([
      ...amount,
      ['x402 version 2', networks.length === 0 ? 'not accepted' : networks.join(', ')],
      ['MPP 1.0', sold.mpp === null ? 'not accepted' : `on <code>${escaped(sold.mpp.network)}</code>`],
    ])}${steps([
      `<b>From the command line:</b>${command(`npx --no-install briefing buy "${url}"`)}`,
      '<b>From a program:</b> any x402 or MPP client signs the quote in the headers <code>PAYMENT-REQUIRED</code> or <code>WWW-Authenticate</code> of the 402 answer and sends the same request again. <a href="/docs/payments">Payments</a> has examples.',
    ])}<p class="note">Refused requests are never charged, and no payment is ever charged twice. <a href="/api/x402/status?format=markdown">Payments accepted now</a>.</p>`,
  )
}

/** The plans; those that reach a tier are marked. */
function planTable(tier: Tier | null, { prices: asked }: PlanTerms): string {
  const isPriced = Object.keys(asked).length > 0
  const reads = (plan: PlanName) => plan !== 'enterprise' && plan === tier
  const rows = plans.map(({ plan, title, tiers, perHour, perDay, from }) => {
    const days = from === null ? 'the current day' : from === 'all' ? 'every day on record' : `from ${from}`
    const cells = [
      ...(isPriced ? [['Price', plan === 'free' ? 'nothing' : escaped(asked[plan] ?? 'on request')] as const] : []),
      ['Briefings', tiers.join(', ')],
      ['Requests per hour', perHour.toLocaleString('en-GB')],
      ['Per day', perDay.toLocaleString('en-GB')],
      ['Days', days],
    ] as const
    const head = `<th scope="row">${title}${reads(plan) ? ' <small>least plan for this document</small>' : ''}</th>`
    return `<tr${reads(plan) ? ' class="on"' : ''}>${head}${cells.map(([label, text]) => `<td data-label="${label}">${text}</td>`).join('')}</tr>`
  })
  const heads = ['Plan', ...(isPriced ? ['Price'] : []), 'Briefings', 'Requests per hour', 'Per day', 'Days'].map(
    (name) => `<th scope="col">${name}</th>`,
  )
  return `<table class="plans"><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** The plans for somebody who has one. */
export function plansWay(tier: Tier, terms: PlanTerms): string {
  return waySection('key', 'Plans', 'What each reads.', `${planTable(tier, terms)}${getPlan(terms)}`)
}

/** How an account gets a plan above Free. */
function getPlan({ contact }: PlanTerms): string {
  const ask =
    contact === null
      ? 'ask the operator of this server'
      : `write to <a href="mailto:${escaped(contact)}">${escaped(contact)}</a> from the email address of your account`
  return `<p class="note">A new account has the Free plan. For Basic, Pro or Enterprise ${ask}: the plan of the account changes, its keys stay.</p>`
}

/** What a call costs without a key. */
export function priceSection(): string {
  const rows = [
    ['One metric', prices.metric],
    ['History of a metric', prices.history],
    ['Balance for a day of calls', prices.balance],
    ...plans.flatMap(({ plan, title }) =>
      plan in prices.briefing ? [[`Briefing, ${title} tier`, prices.briefing[plan as Tier]]] : [],
    ),
    ['Briefing on a company, by its blocks', `${prices.companyBlock} to $${prices.company}`],
    ['One block of it', prices.companyBlock],
    ['One company’s treasury', prices.treasury],
    ['All treasuries', prices.treasuries],
    ['A page of change events', prices.events],
  ].map(([what, usd]) => `<tr><th scope="row">${what}</th><td class="r">$${usd}</td></tr>`)
  return waySection(
    'prices',
    'All prices',
    'Per call, without a key.',
    `<table class="prices"><tbody>${rows.join('')}</tbody></table><p class="note">An unchanged document, requested again with its entity tag, costs nothing.</p>`,
  )
}

/** What comes without polling. */
function eventSection(): string {
  const { title } = plans.find(({ plan }) => plan === 'basic')!
  return waySection(
    'events',
    'Events and webhooks',
    `With a key of ${title} or above.`,
    `<p>What changed, without polling every document: read <code>GET /api/events</code>, or let the server post each event to an address of yours. A webhook costs nothing beside the plan; <code>POST /api/webhooks</code> or the <a href="/settings">settings</a> register one, and <a href="/docs/receive-webhooks">Receive webhooks</a> has examples.</p>`,
  )
}

/** GET /prices: how to get a key and what it includes, and how to pay for a call and what it costs. */
export function pricesPage(origin: string, sold: PaymentStatus, terms: PlanTerms): string {
  const paid = sold.enabled
    ? `or pay for single calls${sold.sandbox ? ' with play money' : ''}.`
    : 'Single calls are not for sale on this server.'
  const body = [
    '<main id="main"><div class="crumbs"><a href="/">Today</a> <a href="/docs">Docs</a></div><h1>Prices and keys</h1>',
    `<p class="stand">Read with an API key, whose plan determines what it includes${sold.enabled ? `, ${paid}` : `. ${paid}`}</p>`,
    `<div class="acts"><a class="btn" href="#key">Get a key</a><a class="btn ghost" href="/sign-up">Create an account</a><a class="btn ghost" href="/sign-in">Sign in</a></div>`,
    waysToRead({ origin, sold, target: null, next: '/', terms }),
    eventSection(),
    sold.enabled ? priceSection() : '',
    '</main>',
  ].join('')
  return framedPage({ title: 'Prices and keys', body, style: waysStyle, part: 'prices' })
}
