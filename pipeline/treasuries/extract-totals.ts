import type { SpanRow } from '../tables/filing.ts'
import { dayNumber } from '../time/day.ts'
import { readTotals } from './bitcoin-total.ts'
import { awaitsCorroboration, corroboration, isFilerReviewed, uncorroborated } from './corroboration.ts'
import { type Extraction, figureId, type OperatorVerdict, withCheck, withVerdict } from './extraction.ts'
import { likelyPassage, type UnstatedPassage, unstatedPassage } from './passage.ts'
import { type CoinChange, isInExhibit } from './statement.ts'

/** A filed document as a reader of filings left it, with its filing date (`YYYY-MM-DD`) where an index names it. */
export interface ReadFiling {
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
  documents: readonly ReadFiling[],
  verdicts: ReadonlyMap<string, OperatorVerdict> = new Map(),
): (Extraction | UnstatedPassage)[] {
  const filed = new Map(
    documents.flatMap(({ accession, filingDate }) => (filingDate === null ? [] : [[accession, filingDate] as const])),
  )
  const all = documents.flatMap(({ spans }) => spans)
  const key = ({ accession, asOf }: Extraction) => `${filed.get(accession) ?? asOf} ${asOf} ${accession}`
  const served = new Map<string, Total[]>()
  const totals = readTotals(all, filed)
    .map((reading) => ({ ...reading, key: key(reading.extraction) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ extraction, change, earlier }) => {
      const known = served.get(extraction.company) ?? []
      const stepped = checkAgainstPrevious(extraction, change, newestBefore(extraction.asOf, [...known, ...earlier]))
      const compared = isFilerReviewed(stepped.company, 'current') && !isInExhibit(stepped)
      const reviewed = compared || awaitsCorroboration(stepped) ? stepped : withCheck(stepped, waiting)
      const checked = withVerdict(reviewed, verdicts.get(figureId(reviewed)))
      if (checked.status === 'served') served.set(checked.company, [...known, { asOf: checked.asOf, value: checked.value }])
      return checked
    })
  const read = new Set(totals.map(({ accession }) => accession))
  return [...totals, ...documents.flatMap((document) => (read.has(document.accession) ? [] : passagesOf(document, verdicts)))]
}

/** Where no index names a filing yet, nothing says on which day it was filed: its passage waits for that. */
function passagesOf(
  { accession, filingDate, spans }: ReadFiling,
  verdicts: ReadonlyMap<string, OperatorVerdict>,
): UnstatedPassage[] {
  const [first] = spans
  const passage = first === undefined || filingDate === null ? null : likelyPassage(spans)
  if (first === undefined || filingDate === null || passage === null) return []
  return [unstatedPassage(passage, { accession, company: first.company, asOf: filingDate, what: 'bitcoin-passage' }, verdicts)]
}

const waiting = uncorroborated(
  'documents of this kind from this filer have not been checked by hand: the count is served only on days when a third party or a periodic report confirms it',
)

function newestBefore(day: string, totals: readonly Total[]): Total | null {
  const before = totals.filter(({ asOf }) => asOf < day)
  return before.reduce<Total | null>((newest, total) => (newest === null || total.asOf > newest.asOf ? total : newest), null)
}

/** Filers round each figure to whole coins on its own. */
const tolerance = 1

/** A total on record: the day it is for, and its coins as decimal text. */
type Total = Pick<Extraction, 'asOf' | 'value'>

/** A count one sentence alone states, with what confirms it. A cell may still be its neighbour's. */
function borneOut(total: Extraction, detail: string): Extraction {
  if (total.how !== 'sentence') return total
  const checks = total.check.map((check) => (check.name === corroboration ? { ...check, passed: true, detail } : check))
  return checks.reduce(withCheck, { ...total, check: [], status: 'served', reason: null })
}

/**
 * A total against the previous one: previous + acquired - sold, within one coin, which confirms what one sentence alone states. Nothing is checked without a previous total of an
 * earlier day and a stated change.
 *
 * A mismatch holds the total only where the change covers exactly the days between the two: its period begins on the day after
 * the previous total and ends on the day of this one. With days left out or counted twice a mismatch proves nothing; it is noted
 * in the check, which passes.
 */
export function checkAgainstPrevious(total: Extraction, change: CoinChange | null, previous: Total | null): Extraction {
  if (change === null || previous === null || previous.asOf >= total.asOf) return total
  const due = Number(previous.value) + Number(change.acquired) - Number(change.sold)
  const sum = `${previous.value} (${previous.asOf}) + ${change.acquired}${change.sold === '0' ? '' : ` - ${change.sold}`} = ${due}`
  if (Math.abs(due - Number(total.value)) <= tolerance)
    return borneOut(withCheck(total, { name: 'step', passed: true, detail: sum }), sum)
  const lead = (dayNumber(change.from) ?? Number.NaN) - (dayNumber(previous.asOf) ?? Number.NaN)
  const adjoins = lead === 1 && change.to === total.asOf
  const apart = adjoins ? '' : `; not comparable: the change covers ${change.from} to ${change.to}`
  return withCheck(total, { name: 'step', passed: !adjoins, detail: `${sum}, stated ${total.value}${apart}` })
}
