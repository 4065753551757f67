import { beforeAll, describe, expect, test } from 'vitest'
import { alarmVotes } from '../../../pipeline/analysis/signal.ts'
import { isLevelReached } from '../../../pipeline/analysis/turns.ts'
import { briefingDocuments } from '../../../pipeline/briefings/compose.ts'
import { briefingDefinitions } from '../../../pipeline/briefings/index.ts'
import { PointInTimeDays } from '../../../pipeline/days/point-in-time-days.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'
import { recordedKnown } from '../recorded-known.ts'
import { type Document, sixtyDays } from '../sixty-days.ts'

/** Days of which everybody remembers why. On the last evening before each of them nothing was known. */
const wildDays = ['2018-02-05', '2020-03-12', '2022-09-26', '2023-03-13', '2024-08-05', '2025-04-09']

describe('wild days and sixty others', () => {
  let wild: readonly (readonly Document[])[] = []
  let all: readonly Document[] = []
  const alarmed: string[] = []

  beforeAll(async () => {
    const days = new PointInTimeDays(await recordedKnown())
    wild = wildDays.map((text) => {
      const day = days.day(dayNumber(text)!)
      for (const { id, state } of briefingDefinitions) {
        const side = [1, -1, 0][state.labels.indexOf(state.label(day))] ?? 0
        for (const metric of state.voters?.length === state.inputs(day).length ? state.voters : []) {
          const runs = day.signalRuns(metric)
          const last = (runs?.way.length ?? 0) - 1
          const isCurrent = runs !== null && last >= 0 && runs.until[last]! >= day.asOf && day.asOf - runs.from[last]! < 14
          if (isCurrent && runs.force[last] === alarmVotes && runs.way[last] === -side) alarmed.push(`${text} ${id}: ${metric}`)
        }
      }
      return briefingDocuments(day)
    })
    all = [...wild, ...(await sixtyDays()).map((documents) => documents.map(({ document }) => document))].flat()
  }, 900_000)

  const wrong = (check: (document: Document) => readonly string[]) =>
    all.flatMap((document) => check(document).map((fault) => `${document.briefing} ${document.as_of}: ${fault}`))

  test('no state points one way during an alarm the other way', () => expect(alarmed).toEqual([]))

  test('no signal stands against both its week and its month', () => {
    const against = { rising: 'down', falling: 'up', steady: null } as const
    const found = wrong(({ readings }) =>
      Object.values(readings).flatMap(({ metric, signal, trend }) => {
        const other = signal && against[signal.moving]
        return other && trend['7d']?.direction === other && trend['30d']?.direction === other ? [metric] : []
      }),
    )
    expect(found).toEqual([])
  })

  test('no turning level has been reached, and none lies beyond another for the same state', () => {
    const found = wrong(({ turns, readings }) => [
      ...turns.flatMap(({ needs }) =>
        needs.flatMap((need) =>
          isLevelReached(readings[need.metric]?.value ?? Number.NaN, need) ? [`reached ${need.metric}`] : [],
        ),
      ),
      ...turns.flatMap(({ to, needs: [need], needs }, at) =>
        needs.length === 1 &&
        turns.slice(0, at).some(({ to: other, needs: before }) => {
          const [near] = before
          const isSame = near!.metric === need!.metric && near!.side === need!.side && near!.held === need!.held
          return other === to && before.length === 1 && isSame && isLevelReached(need!.value, near!)
        })
          ? [`implied ${need!.metric}`]
          : [],
      ),
    ])
    expect(found).toEqual([])
  })

  test('markets that moved together have one sentence, first in the macro snapshot and around bitcoin', () => {
    const sentences = wild.map(
      (documents) => documents.find(({ briefing }) => briefing === 'macro.snapshot')!.across_markets ?? null,
    )
    console.log(sentences.map((text, at) => `${wildDays[at]}: ${text}`).join('\n'))
    expect(sentences.map((text) => text !== null)).toEqual([false, true, true, true, true, true])
    const found = wrong(({ summary, across_markets: across }) =>
      across === undefined || summary.startsWith(across) ? [] : [summary],
    )
    expect(found).toEqual([])
    // a week that moves everything is rare
    const quiet = all.filter(({ briefing, as_of: day }) => briefing === 'macro.snapshot' && !wildDays.includes(day))
    expect(quiet.filter(({ across_markets }) => across_markets !== undefined).length).toBeLessThan(quiet.length / 5)
  })
})
