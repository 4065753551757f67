import type { Market } from '../market.ts'

/** Japan: reports filed at EDINET. */
export const edinet: Market = {
  id: 'jp',
  upstream: 'edinet',
  currency: 'JPY',
  rate: {
    series: 'H10.JPY',
    source: 'Federal Reserve H.10, noon buying rate in New York',
    url: 'https://www.federalreserve.gov/releases/h10/hist/',
  },
  namesFinancing: false,
  whyNoShareCount: 'There is no SEC filing reading: the company does not file with the SEC.',
  // public data licence 1.0
  citation: (url) => `出典：EDINET閲覧（提出）サイト（金融庁）（${url}）を加工して作成`,
}
