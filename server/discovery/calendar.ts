import { createHash } from 'node:crypto'
import { briefingRows } from '../../data/briefings.ts'
import { metricCategories, metricRows } from '../../data/metrics.ts'
import { productName } from '../../data/page-frame.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { sendCached } from '../answers/open-routes.ts'
import { needEdition, queryOf, type RequestContext } from '../answers/request-context.ts'
import { openAnswer } from '../editions/prepared-answer.ts'
import { residentDocument } from '../editions/stored-document.ts'
import { Refusal, wrong } from '../http/errors.ts'
import { contentTypes } from '../http/formats.ts'
import type { Operation } from '../openapi/operation.ts'
import { readEnumParameter, readParameters } from '../openapi/query.ts'

/** A release or an auction to come, as `macro.calendar` lists it. */
interface Coming {
  readonly occurrence: string
  readonly release: string
  readonly status: string
  readonly local_time: string
  readonly source: string
  /** Null where no day is known, only the week. */
  readonly due_at: string | null
  readonly due_from: string
  readonly due_to: string
  /** Ids, parted by spaces. */
  readonly changes_briefings: string
  readonly changes_metrics: string
}

const place = 'briefing/macro.calendar'
const allowed = { category: metricCategories.map(({ id }) => id as string), briefing: briefingRows.map(({ id }) => id) }
const categoryOf = new Map<string, string>(metricRows.map(({ metric, category }) => [metric, category]))

/** GET /calendar.ics: what is due, or what of it can change a category or a briefing. Throws 400 for one there is none of. */
export function calendarRoute(ctx: RequestContext, operation: Operation, origin: string): void {
  const cache = needEdition(ctx)
  const query = readParameters(queryOf(ctx), operation)
  const [category = null, briefing = null] = (['category', 'briefing'] as const).map((field) => {
    const message = `There is no such ${field}. Use ${allowed[field].join(', ')}, or omit it for all.`
    return readEnumParameter(query, field, allowed[field], () => wrong(field, message, { allowed: allowed[field] }))
  })
  const type = contentTypes.calendar
  sendCached(ctx, cache, `${operation.id} ${category} ${briefing}`, { ...openAnswer, type }, () => {
    const coming = comingIn(cache.view).filter(
      ({ changes_briefings: briefings, changes_metrics: metrics }) =>
        (briefing === null || briefings.split(' ').includes(briefing)) &&
        (category === null || metrics.split(' ').some((metric) => categoryOf.get(metric) === category)),
    )
    return calendarOf(coming, cache.view.manifest, origin)
  })
}

/** Throws NOT_PUBLISHED: a calendar without entries would say that nothing is due. */
function comingIn(view: EditionView): Coming[] {
  const sections = residentDocument<BriefingDocument>(view, place)?.sections ?? []
  const rows = (sections.find(({ id }) => id === 'coming')?.rows ?? []) as unknown as Coming[]
  if (rows[0]?.occurrence === undefined)
    throw new Refusal('NOT_PUBLISHED', 'The edition contains no calendar of what is due. Retry after the next edition.')
  return rows
}

/** iCalendar, RFC 5545: lines end with CRLF and are folded. */
function calendarOf(coming: readonly Coming[], manifest: EditionView['manifest'], origin: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${productName}//Calendar//EN`,
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${productName}${manifest.sample ? ' (SAMPLE DATA)' : ''}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...coming.flatMap((each) => eventOf(each, manifest, origin)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventOf(each: Coming, { published_at, as_of }: EditionView['manifest'], origin: string): string[] {
  const { occurrence, release, status, local_time, source, due_at, due_from, due_to } = each
  const uid = createHash('sha256').update(occurrence).digest('hex').slice(0, 32)
  const lists = [
    ['Briefings', each.changes_briefings],
    ['Metrics', each.changes_metrics],
  ] as const
  const change = lists.flatMap(([title, ids]) => (ids === '' ? [] : [`${title} it can change: ${ids.replaceAll(' ', ', ')}.`]))
  const description = [...change, `Local time: ${local_time}. Status: ${status}. Source: ${source}, as read for ${as_of}.`]
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@${new URL(origin).hostname}`,
    `DTSTAMP:${moment(published_at)}`,
    ...(due_at === null || !/^\d/.test(local_time)
      ? [`DTSTART;VALUE=DATE:${date(due_from)}`, `DTEND;VALUE=DATE:${date(dayAfter(due_to))}`]
      : [`DTSTART:${moment(due_at)}`]),
    `SUMMARY:${text(release)}`,
    `DESCRIPTION:${text(description.join('\n'))}`,
    `STATUS:${status === 'tentative' || status === 'by rule' ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    `URL:${origin}/api/macro/calendar?format=html`,
    'END:VEVENT',
  ]
}

const date = (day: string) => day.replaceAll('-', '')
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const moment = (at: string) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Lines of at most 75 bytes; what follows begins with a space. No character is cut in two. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > 75) {
      parts.push(part)
      part = ' '
    }
    part += character
  }
  return [...parts, part].join('\r\n')
}
