import type { SpanRow } from '../../warehouse/tables/filing.ts'
import { readTotals } from './bitcoin-total.ts'
import { isReviewed, uncorroborated, waits } from './corroboration.ts'
import { type Extraction, figureId, type Verdict, withCheck, withVerdict } from './extraction.ts'
import { passageOf, type Unstated, unstated } from './passage.ts'
import { inExhibit } from './statement.ts'
import { stepCheck, type Total } from './step.ts'

/** A filed document as a reader of filings left it, with its filing date (`YYYY-MM-DD`) where an index names it. */
export interface ReadDocument {
  readonly accession: string
  readonly filingDate: string | null
  readonly spans: readonly SpanRow[]
}

/**
 * Documents -> the totals they state, in the order of filing (where no index names a filing, by the day its total is for), each stepped
 * from the newest served total of an earlier day: of a filing before it, or of the filing itself where that states one. A held total is
 * never stepped from, so one wrong reading does not hold the next. One of a filer whose current reports nobody compared by hand, or of an
 * exhibit, is held until something confirms it, which only a day can say (`corroborated`). What an operator said of a figure (`said`, by
 * `figureId`) wins over its checks. A document that counts bitcoins and gives no total is a passage for a person. The result does not depend on the order of the documents.
 */
export function extractTotals(
  documents: readonly ReadDocument[],
  verdicts: ReadonlyMap<string, Verdict> = new Map(),
): (Extraction | Unstated)[] {
  const filed = new Map(
    documents.flatMap(({ accession, filingDate }) => (filingDate === null ? [] : [[accession, filingDate] as const])),
  )
  const readings = readTotals(
    documents.flatMap((document) => document.spans),
    filed,
  )
  const key = ({ accession, asOf }: Extraction) => `${filed.get(accession) ?? asOf} ${asOf} ${accession}`
  const served = new Map<string, Total[]>()
  const totals = readings
    .map((reading) => ({ ...reading, key: key(reading.extraction) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ extraction, change, earlier }) => {
      const known = served.get(extraction.company) ?? []
      const own = earlier.map(([asOf, value]) => ({ asOf, value }))
      const stepped = stepCheck(extraction, change, newestBefore(extraction.asOf, [...known, ...own]))
      const compared = isReviewed(stepped.company, 'current') && !inExhibit(stepped)
      const reviewed = compared || waits(stepped) ? stepped : withCheck(stepped, waiting)
      const checked = withVerdict(reviewed, verdicts.get(figureId(reviewed)))
      if (checked.status === 'served') served.set(checked.company, [...known, { asOf: checked.asOf, value: checked.value }])
      return checked
    })
  const read = new Set(totals.map(({ accession }) => accession))
  return [...totals, ...documents.flatMap((document) => (read.has(document.accession) ? [] : passagesOf(document, verdicts)))]
}

/** Where no index names a filing yet, nothing says on which day it was filed: its passage waits for that. */
function passagesOf({ accession, filingDate, spans }: ReadDocument, verdicts: ReadonlyMap<string, Verdict>): Unstated[] {
  const [first] = spans
  const passage = first === undefined || filingDate === null ? null : passageOf(spans)
  if (first === undefined || filingDate === null || passage === null) return []
  return [unstated(passage, { accession, company: first.company, asOf: filingDate, what: 'bitcoin-passage' }, verdicts)]
}

const waiting = uncorroborated(
  'documents of this kind from this filer have not been checked by hand: the count is served only on days when a third party or a periodic report confirms it',
)

function newestBefore(day: string, totals: readonly Total[]): Total | null {
  let newest: Total | null = null
  for (const total of totals) if (total.asOf < day && (newest === null || total.asOf > newest.asOf)) newest = total
  return newest
}
