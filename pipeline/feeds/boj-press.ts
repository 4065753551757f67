import { definePressFeed } from './press-feed.ts'

/**
 * Monetary policy of the Bank of Japan among what is new on its English site (boj.or.jp/en/rss, times of Tokyo). Documents of its policy meetings
 * and of its market operations lie below `mopo/mpmdeci`; the name of a statement begins with `k` and its day and ends with `a`.
 */
export const bojPress = definePressFeed({
  id: 'boj-press',
  upstream: 'boj',
  title: 'Monetary policy releases of the Bank of Japan',
  address: 'https://www.boj.or.jp/en/rss/whatsnew.xml',
  source: 'bank-of-japan',
  zone: 'Asia/Tokyo',
  documentOf({ link: { pathname } }) {
    const [, name] = /^\/en\/mopo\/mpmdeci\/(?:[^/]+\/)*([^/]+)$/u.exec(pathname) ?? []
    if (name === undefined) return null
    return { form: /^k\d{6}a\.\w+$/u.test(name) ? 'statement on monetary policy' : 'market operations release' }
  },
})
