import { definePressFeed } from './press-feed.ts'

/**
 * Monetary policy decisions of the European Central Bank and the accounts of its meetings (ecb.europa.eu/rss/press.html is RSS, times of
 * Frankfurt). The path of the link says what an item is; speeches, interviews, other releases and other decisions are left out.
 */
export const ecbPress = definePressFeed({
  id: 'ecb-press',
  upstream: 'ecb',
  title: 'Monetary policy decisions of the European Central Bank',
  address: 'https://www.ecb.europa.eu/rss/press.html',
  source: 'ecb',
  zone: 'Europe/Berlin',
  documentOf({ title, link: { pathname } }) {
    if (/^\/press\/pr\/date\/\d{4}\/html\/ecb\.mp\d{6}/u.test(pathname)) return { form: 'monetary policy decision' }
    if (!pathname.startsWith('/press/accounts/')) return null
    return { form: 'account of a meeting', title: `Account of the monetary policy meeting: ${title}` }
  },
})
