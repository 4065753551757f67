import { namedRows } from '../named-rows.ts'
import type { BriefingRows } from './row.ts'

export const equityBriefings = namedRows('id', {
  'cross.breadth': {
    tier: 'basic',
    title: 'Market Breadth',
    description:
      'Whether many shares carry the US market or a few: equal weight against cap weight, small companies, producers above their averages, and bitcoin beside each fund.',
    metrics: [
      'equal-weight-gap',
      'equal-weight-ratio',
      'spy-share',
      'qqq-share',
      'iwm-share',
      'rsp-share',
      'small-cap-ratio',
      'technology-ratio',
      'credit-ratio',
      'producers-above-200d',
      'spy-volatility-30d',
      'vix',
      'sp500-asset-managers-net',
      'bitcoin-price',
    ],
    subjects: [
      'equal-weight-ratio',
      'equal-weight-gap',
      'spy-share',
      'qqq-share',
      'iwm-share',
      'small-cap-ratio',
      'technology-ratio',
      'credit-ratio',
      'producers-above-200d',
    ],
    lead: 'equal-weight-ratio',
    pairs: [
      ['bitcoin-price', 'spy-share'],
      ['bitcoin-price', 'qqq-share'],
      ['bitcoin-price', 'iwm-share'],
      ['bitcoin-price', 'rsp-share'],
    ],
  },
} as const satisfies BriefingRows)
