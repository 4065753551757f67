import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { briefingDocuments } from '../../pipeline/briefings/compose.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import { briefingStandingOf } from '../../pipeline/briefings/standing.ts'
import { PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import type { Draft } from '../../pipeline/documents/schema.ts'
import { servedFreshness } from '../../pipeline/freshness.ts'
import { hasContent } from '../../pipeline/status/absent.ts'
import { standingOfBriefing } from '../../pipeline/status/served-standing.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { onceARun } from '../once-a-run.ts'
import { recordedKnown } from './recorded-known.ts'

export type Document = Draft<BriefingDocument>

/** The last day the recordings hold. */
export const lastDay = dayNumber('2026-07-23')!
const whole = process.env['TORTURE'] === '1'
if (!whole) console.log('20 of the 60 days: set TORTURE=1 for all')

/** The days judged, oldest first: by day two running of every six, so that each day of the week and ten days with the day before are among them. */
export const judgedDays: readonly number[] = Array.from({ length: 60 }, (_, i) => lastDay - 59 + i).filter(
  (day) => whole || (lastDay - day) % 6 < 2,
)

/** Of a count over the 60 days, what falls to the days judged. */
export const shareOf = (count: number): number => (count * judgedDays.length) / 60

/** A briefing of a day, and whether it would be sold: it tells of something, and not all that decides it is stale. */
export interface DayBriefing {
  /** What its edition says of its standing. */
  readonly facts: ReturnType<typeof standingOfBriefing>
  readonly document: Document
  readonly isSold: boolean
}

/** Every briefing of each of the days judged, written once a run. */
export async function sixtyDays(): Promise<readonly (readonly DayBriefing[])[]> {
  const file = await onceARun('sixty-days', async (folder) => {
    const known = new PointInTimeDays(await recordedKnown())
    const days = judgedDays.map((number) => {
      const day = known.day(number)
      return briefingDocuments(day).map((document): DayBriefing => {
        const briefer = briefingDefinitions.find(({ id }) => id === document.briefing)!
        const facts = standingOfBriefing(briefingStandingOf(briefer, document, day))
        return { document, facts, isSold: hasContent(document) && !servedFreshness(facts, day.now).refused }
      })
    })
    const path = join(folder, 'days.json')
    await writeFile(path, JSON.stringify(days))
    return path
  })
  return JSON.parse(await readFile(file, 'utf8'))
}
