import { framed } from '../data/page-frame.ts'
import { waysStyle } from '../data/site-style.ts'
import type { PaymentStatus } from './openapi/schemas/payment.ts'
import { priceSection, waysToRead } from './ways-to-read.ts'

/** GET /prices: how to get a key and what it includes, and how to pay for a call and what it costs. */
export function pricesPage(origin: string, sold: PaymentStatus): string {
  const paid = sold.enabled
    ? `or pay for single calls${sold.sandbox ? ' with play money' : ''}.`
    : 'Single calls are not for sale on this server.'
  const body = [
    '<main id="main"><div class="crumbs"><a href="/">Today</a> <a href="/docs">Docs</a></div><h1>Prices and keys</h1>',
    `<p class="stand">Read with an API key, whose plan determines what it includes${sold.enabled ? `, ${paid}` : `. ${paid}`}</p>`,
    `<div class="acts"><a class="btn" href="#key">Get a key</a><a class="btn ghost" href="/sign-in">Sign in with a key</a></div>`,
    waysToRead({ origin, sold, target: null, next: '/' }),
    sold.enabled ? priceSection() : '',
    '</main>',
  ].join('')
  return framed({ title: 'Prices and keys', body, style: waysStyle })
}
