import type { BriefingDocument, MetricData, MetricLatestReading } from '../briefings/document.ts'
import { briefingMarkdown } from './briefing-markdown.ts'
import { metricMarkdown } from './metric-markdown.ts'

/** What the renderers write. */
export type Document = BriefingDocument | MetricData | MetricLatestReading

/**
 * A briefing as Markdown, ending in a newline. Every number in it is a number of the document after display rounding (`format-number.ts`),
 * a time of it without its zero seconds, or stands in one of its texts; every text of the document is escaped.
 */
export function renderBriefing(document: BriefingDocument): string {
  return briefingMarkdown(document)
}

/** A metric as Markdown, a full read or its latest reading alone, by the same rules. */
export function renderMetric(document: MetricData | MetricLatestReading): string {
  return metricMarkdown(document)
}
