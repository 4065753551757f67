import { definePressFeed } from './press-feed.ts'

/**
 * Releases on monetary policy of the Federal Reserve Board (federalreserve.gov/feeds, times in GMT). Its statement and the implementation note are
 * two pages of one decision, and minutes come in the same list: they are told apart by their titles. `press_all.xml` repeats the list among
 * releases of other categories.
 */
export const fedPress = definePressFeed({
  id: 'fed-press',
  upstream: 'frb',
  title: 'Monetary policy releases of the Federal Reserve',
  address: 'https://www.federalreserve.gov/feeds/press_monetary.xml',
  also: ['https://www.federalreserve.gov/feeds/press_all.xml'],
  source: 'federal-reserve',
  zone: 'GMT',
  documentOf({ title, category }) {
    if (category !== 'Monetary Policy') return null
    return { form: forms.find(([pattern]) => pattern.test(title))?.[1] ?? 'monetary policy release' }
  },
})

const forms: readonly (readonly [RegExp, string])[] = [
  [/\bissues FOMC statement\b/iu, 'FOMC statement'],
  [/\bimplementation note\b/iu, 'implementation note'],
  [/^minutes of the federal open market committee\b/iu, 'FOMC minutes'],
  [/\bdiscount rate meetings?\b/iu, 'discount rate minutes'],
]
