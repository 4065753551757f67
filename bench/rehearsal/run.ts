/**
 * `npm run rehearsal`: a week of schedules in an evening, on an accelerated clock, from a stand-in of all upstreams that fails by a table. Prints the
 * table with where each fault was named, and ends with 1 where a claim does not hold. `-- leap` rehearses the other week; `-- autumn 2 1` two days of one, from its second on.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schedules } from '../../data/schedules.ts'
import { dayMs, isoTime } from '../../pipeline/time/day.ts'
import { nothingMissing, sameAfterRebuild, versionsOf } from './afterwards.ts'
import { figuresOf, keepFigures, staysFlat } from './figures.ts'
import { eventsOnce, faultsNamed, limitsKept, nobodyWaits, nothingElseLate, schedulesKept, type Verdict } from './verdicts.ts'
import { rehearse } from './week.ts'
import { weeks } from './weeks.ts'

const [id = 'autumn', wanted, skipped = '0'] = process.argv.slice(2)
const week = weeks.find((each) => each.id === id)
if (week === undefined) throw new Error(`there is no week ${id}; weeks are ${weeks.map((each) => each.id).join(', ')}`)
const days = Number(wanted ?? week.days)
const from = Date.parse(`${week.from}T00:00:00Z`) + Number(skipped) * dayMs
const until = from + days * dayMs
const faults = week.faults.filter((fault) => fault.from < until && fault.until > from)
const keeps = process.env['REHEARSAL_HOME']
const folder = keeps ?? (await mkdtemp(join(tmpdir(), 'rehearsal-')))
const place = async (name: string) => {
  const path = join(folder, name)
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}
const show = (line: string) => process.stdout.write(`${line}\n`)
const began = performance.now()
const log = { info: () => undefined, warn: () => undefined }
const home = await place('home')
let day = 0
const rehearsed = await rehearse({
  ...{ home, from, until, faults, log },
  seen({ trigger, began: at, ended, cpuMs, rssMb, requests, bytes }) {
    if (keeps !== undefined)
      show(
        [
          isoTime(at),
          isoTime(ended).slice(11),
          trigger,
          `${Math.round(cpuMs)} ms`,
          `${Math.round(rssMb)} MB`,
          requests,
          `${bytes} bytes`,
        ].join('\t'),
      )
    else if (at >= from + (day + 1) * dayMs)
      show(`day ${++day} is over after ${Math.round((performance.now() - began) / 60_000)} min`)
  },
  looked({ at, feeds, words }) {
    if (keeps === undefined) return
    const odd = feeds.flatMap(({ feed, status, note, last_error: error }) =>
      status === 'fresh' && error === null ? [] : [`${feed} ${status} ${error?.code ?? ''} ${note ?? ''}`],
    )
    show(`LOOK ${isoTime(at)} ${odd.join(' | ')} || ${[...words].map((each) => each.join(' ')).join(', ')}`)
  },
})
const figures = figuresOf(week.id, rehearsed, from)
if (keeps !== undefined)
  await writeFile(
    join(folder, 'rehearsed.json'),
    JSON.stringify(rehearsed, (_, value) => (value instanceof Map ? [...value] : value)),
  )
const versions = await versionsOf(home)
const verdicts: Verdict[] = [
  schedulesKept(schedules, rehearsed, from, until),
  nobodyWaits(rehearsed),
  limitsKept(rehearsed),
  ...eventsOnce(rehearsed),
  ...faultsNamed(faults, rehearsed, versions),
  nothingElseLate(faults, rehearsed),
  ...staysFlat(figures),
  // the last row that reads all feeds comes half an hour before the end of a day
  await nothingMissing(home, await place('fresh'), until - dayMs / 48),
  await sameAfterRebuild(home, [await place('grown'), await place('rebuilt')], until),
]
show('claim\tverdict\tevidence')
for (const { claim, holds, evidence } of verdicts) show([claim, holds ? 'holds' : 'FAILS', evidence].join('\t'))
const answers = [...rehearsed.upstreams.statuses].map(([status, count]) => `${count} of ${status}`).join(', ')
show(
  `${rehearsed.runs.length} runs in ${Math.round((performance.now() - began) / 60_000)} min; answers: ${answers}; strange: ${rehearsed.upstreams.strange.length}`,
)
for (const each of rehearsed.upstreams.strange.slice(0, 5)) show(each)
await keepFigures(figures)
if (keeps === undefined) await rm(folder, { recursive: true, force: true })
show(`bytes received by a run of a quarter of an hour, by day: ${figures.receivedBytes.join(', ')}`)
const failed = verdicts.filter(({ holds }) => !holds).length
show(`${verdicts.length - failed} claims hold, ${failed} do not`)
process.exitCode = failed === 0 ? 0 : 1
