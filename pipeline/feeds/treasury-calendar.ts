import { SaxesParser } from 'saxes'
import { dayNumber, dayOf } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { textOf } from './body.ts'

/** Where the tentative schedules of a refunding stand: the newest under its own name, that of each quarter under `Q12026` as well. */
export const refundingFolder = 'https://home.treasury.gov/system/files/221/'
/** A schedule comes each quarter, some weeks late at most: one that begins longer ago was not replaced. */
const oldDays = 140
/** Days after its end for which a schedule is still the newest: that of buybacks ends as the next refunding begins. */
const endedDays = 21

/** Fields of one entry, by the names of their elements, those without a text left out. */
export type CalendarEntry = ReadonlyMap<string, string>

/** What is said of a schedule itself, and its entries. */
interface WrittenCalendar {
  readonly own: CalendarEntry
  readonly entries: readonly CalendarEntry[]
}

/** An XML of two levels: fields of the schedule and entries under its root, fields under each entry. Another root, or no whole XML: `ParseError`. */
function written(text: string, root: string, entry: string, feed: string): WrittenCalendar {
  const own = new Map<string, string>()
  const entries: Map<string, string>[] = []
  const open: string[] = []
  let value = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new ParseError('BODY_NOT_XML', `${feed}: the body is not complete XML: ${error.message.slice(0, 200)}`, { feed })
  })
  parser.on('opentag', ({ name }) => {
    if (open.length === 0 && name !== root)
      throw new ParseError('BODY_NOT_CALENDAR', `${feed}: the root of the XML is ${name.slice(0, 50)}, not ${root}`, { feed })
    open.push(name)
    if (open.length === 2 && name === entry) entries.push(new Map())
    value = ''
  })
  parser.on('text', (piece) => {
    value += piece
  })
  parser.on('closetag', ({ name }) => {
    open.pop()
    if (value.trim() !== '') {
      if (open.length === 1) own.set(name, value.trim())
      if (open.length === 2 && open[1] === entry) entries.at(-1)!.set(name, value.trim())
    }
    value = ''
  })
  parser.write(text).close()
  return { own, entries }
}

/**
 * The entries of a tentative schedule of the Treasury that is on the day of its recording. One that says no days of its own, has ended
 * weeks ago, or began more than a quarter and some weeks ago is a `ParseError`: what is published under its name has stopped.
 */
export function standingEntries(
  body: Uint8Array,
  recordedAt: string,
  { root, entry, feed }: { readonly root: string; readonly entry: string; readonly feed: string },
): readonly CalendarEntry[] {
  const { own, entries } = written(textOf(body, feed), root, entry, feed)
  const [start, end] = ['StartDate', 'EndDate'].map((name) => dayNumber(own.get(name) ?? ''))
  if (start == null || end == null || end < start)
    throw new ParseError('HEADER', `${feed}: the schedule does not say from which day to which it holds`, { feed })
  const today = dayOf(Date.parse(recordedAt))
  if (end + endedDays < today || today - start > oldDays)
    throw new ParseError(
      'SNAPSHOT_OLD',
      `${feed}: the newest schedule is that of ${own.get('StartDate')} to ${own.get('EndDate')}; none of the quarter after has taken its place`,
      { feed },
    )
  return entries
}

/** The fields of an entry as text, for what is refused. */
export const entryText = (entry: CalendarEntry): string => JSON.stringify(Object.fromEntries(entry))
