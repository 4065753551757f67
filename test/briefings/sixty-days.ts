import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Days } from '../../pipeline/analysis/days/day-view.ts'
import { briefingDocuments } from '../../pipeline/briefings/compose.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import type { Draft } from '../../pipeline/documents/schema.ts'
import { hasContent } from '../../pipeline/editions/status/absent.ts'
import { standsUntil } from '../../pipeline/editions/status/standings.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { onceARun } from '../once-a-run.ts'
import { recordedKnown } from './recorded-known.ts'

export type Document = Draft<BriefingDocument>

/** The last day the recordings hold, and the number of days judged. */
export const lastDay = dayNumber('2026-07-23')!
export const dayCount = 60

/** A briefing of a day, and whether it would be sold: it tells of something, and not all that decides it is stale. */
export interface DayBriefing {
  readonly document: Document
  readonly isSold: boolean
}

/** Every briefing of each of the 60 days, oldest first, written once a run. */
export async function sixtyDays(): Promise<readonly (readonly DayBriefing[])[]> {
  const file = await onceARun('sixty-days', async (folder) => {
    const known = new Days(await recordedKnown())
    const days = Array.from({ length: dayCount }, (_, i) => {
      const day = known.day(lastDay - dayCount + 1 + i)
      return briefingDocuments(day).map((document): DayBriefing => {
        const until = standsUntil(briefingDefinitions.find(({ id }) => id === document.briefing)!, day)
        return { document, isSold: hasContent(document) && (until === null || Date.parse(until) > day.now) }
      })
    })
    const path = join(folder, 'days.json')
    await writeFile(path, JSON.stringify(days))
    return path
  })
  return JSON.parse(await readFile(file, 'utf8'))
}
