import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { metricKind } from '../../pipeline/documents/metric-kind.ts'
import { catalogueText } from '../answers/catalogues.ts'
import { needEdition } from '../answers/request-context.ts'
import { languageModelsText } from '../docs/llms.ts'
import { nothingForSale } from '../payments/status.ts'
import type { ToolContext } from './tool.ts'

/** A text that a client can attach to a conversation, the same as an open path of the server gives. */
interface Resource {
  readonly name: string
  readonly uri: string
  readonly title: string
  readonly description: string
  text(around: ToolContext): string
}

export const resources: readonly Resource[] = [
  {
    name: 'guide',
    uri: 'briefings://guide',
    title: 'Guide for agents',
    description: 'What is served, how to get access, what a call costs: the same as /llms.txt.',
    text: ({ ctx, gate }) =>
      languageModelsText(gate.payments(ctx.state.cache?.view.manifest.sample ?? false)?.status() ?? nothingForSale),
  },
  {
    name: 'briefing_catalog',
    uri: 'briefings://catalog/briefings',
    title: 'Catalogue of briefings',
    description: 'Every briefing with its tier, price, metrics and freshness: the same as /api/briefings.',
    text: ({ ctx, now }) => catalogueText(briefingKind, needEdition(ctx).view, now()),
  },
  {
    name: 'metric_catalog',
    uri: 'briefings://catalog/metrics',
    title: 'Catalogue of metrics',
    description:
      'Every metric with its meaning, unit, source and price: the same as /api/metrics. Long; list_metrics searches it.',
    text: ({ ctx, now }) => catalogueText(metricKind, needEdition(ctx).view, now()),
  },
]
