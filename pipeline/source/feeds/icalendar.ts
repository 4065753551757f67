import { bodyError } from './body.ts'

/** A property of iCalendar: parameters by their names in capitals, the value as it stands. */
export interface Property {
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

/** An event, by names of properties in capitals; of one that appears twice the first. */
export type CalendarEvent = ReadonlyMap<string, Property>

/** `NAME;PARAM=value;PARAM="a:b":rest` */
const line = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/s

/** `\,` `\;` `\\` and `\n` of a text value. */
export const plainText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, escaped: string) => (escaped === 'n' || escaped === 'N' ? '\n' : escaped)).trim()

/**
 * Events of an iCalendar body (RFC 5545). A line that begins with a space or a tab continues the previous one; empty lines, which the format
 * does not have, are passed over. A calendar that does not end, or an event inside another, is a `ParseError`.
 */
export function eventsOf(text: string, feed: string): CalendarEvent[] {
  const lines = text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((each) => each.trim() !== '')
  if (lines[0]?.trim() !== 'BEGIN:VCALENDAR') throw bodyError(feed, 'HEADER', 'the body is not a calendar')
  if (lines.at(-1)?.trim() !== 'END:VCALENDAR') throw bodyError(feed, 'BODY_CUT', 'the calendar does not end')
  const events: CalendarEvent[] = []
  let event: Map<string, Property> | null = null
  for (const each of lines) {
    const [, name = '', given = '', value = ''] = line.exec(each) ?? []
    const property = name.toUpperCase()
    if (property === 'BEGIN' && value === 'VEVENT') {
      if (event !== null) throw bodyError(feed, 'NESTED', 'an event stands inside another')
      event = new Map()
    } else if (property === 'END' && value === 'VEVENT' && event !== null) {
      events.push(event)
      event = null
    } else if (event !== null && property !== '' && !event.has(property)) {
      const parameters = [...given.matchAll(/;([^=]+)=(?:"([^"]*)"|([^";:]*))/g)]
      event.set(property, {
        parameters: new Map(parameters.map(([, key, quoted, plain]) => [key!.toUpperCase(), quoted ?? plain ?? ''])),
        value,
      })
    }
  }
  return events
}
