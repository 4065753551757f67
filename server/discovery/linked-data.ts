import { productName } from '../../data/page-frame.ts'
import { iconPath } from '../../data/site.ts'
import { operations } from '../openapi/operations.ts'
import { priceBounds } from '../openapi/priced-operations.ts'
import { siteDescription, subscriptions } from './documents.ts'

/**
 * What the head of the front page says to search engines and to people who share its address: schema.org as JSON-LD, which is data and runs nothing, and
 * Open Graph.
 */
export function linkedData(origin: string, sold: boolean): string {
  const prices = operations.flatMap((each) =>
    each.price === null || each.credential === 'payment' ? [] : priceBounds({ ...each, price: each.price }),
  )
  const [lowPrice, highPrice] = [Math.min, Math.max].map((pick) => String(pick(...prices.map(Number))))
  const offers = { '@type': 'AggregateOffer', priceCurrency: 'USD', lowPrice, highPrice, url: `${origin}/prices` }
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebAPI',
    name: productName,
    description: siteDescription,
    url: origin,
    documentation: `${origin}/docs/api`,
    ...(sold ? { offers } : {}),
    provider: { '@type': 'Organization', name: productName, url: origin },
  }
  const properties = {
    title: productName,
    description: siteDescription,
    type: 'website',
    url: origin,
    image: `${origin}${iconPath}`,
  }
  const tags = Object.entries(properties).map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
  const alternate = subscriptions.map(([path, type]) => `<link rel="alternate" type="${type}" href="${path}">`)
  return `${tags.join('')}${alternate.join('')}<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
