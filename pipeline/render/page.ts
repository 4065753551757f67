import type { Charts } from '../briefings/charts.ts'
import type { Kind } from '../documents/kind.ts'
import { briefingPage } from './briefing-page.ts'
import { calibrationPage } from './calibration-page.ts'
import { frontPage } from './front-page.ts'
import { metricPage } from './metric-page.ts'
import { treasuryListPage, treasuryPage } from './treasury-page.ts'

// biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
type Draw = (document: any, charts: Charts) => string

/** Kinds with a page. */
const drawn: Readonly<Record<string, Draw>> = {
  briefing: briefingPage,
  metric: metricPage,
  'treasury list': treasuryListPage,
  treasury: treasuryPage,
  calibration: calibrationPage,
  front: frontPage,
}

/** A document as a page for people that needs nothing else: no script, no other resource; every text of the document is escaped. */
export function renderPage({ kind }: Kind, document: object, charts: Charts): string {
  const draw = drawn[kind]
  if (draw === undefined) throw new RangeError(`Documents of kind "${kind}" have no page. Add one to pipeline/render/page.ts.`)
  return draw(document, charts)
}
