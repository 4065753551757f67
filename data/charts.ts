import type { MetricName } from './metrics.ts'

/** Metrics drawn in one chart, the second as a quieter line beside the first, where a briefing reads both. They share a unit. */
export const drawnTogether: readonly (readonly [MetricName, MetricName])[] = [['bitcoin-price', 'btc-price-200d-ma']]
