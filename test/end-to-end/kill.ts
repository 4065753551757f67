import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseRecording } from '../../activities/load/parse-recording.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { compiled } from '../compiled.ts'
import { seeded } from '../feeds/mutate.ts'
import { refreshHome, temporaryHome } from './home.ts'
import { rowsOf } from './tree.ts'

/** What is refreshed: some sixteen pages, each with values, loaded in three transactions. */
export const feedsToKill = ['eia-weekly', 'mempool-hashrate', 'cboe-vix', 'fiscaldata-operating-cash']

/** Logical time of the nth refresh, in milliseconds. */
export const timeOfHour = (hour: number): number => Date.UTC(2026, 10, 1) + hour * 3_600_000

export interface KillFigures {
  kills: number
  refreshes: number
  readings: number
  torn: string[]
  /** Recordings that are marked as loaded and have other rows than in an undisturbed home. */
  different: string[]
  seconds: number
}

/**
 * Kills a refreshing process `kills` times at random moments while `readers` processes verify what is published, lets the next one go on,
 * and at the end compares the rows with those of a home that was never disturbed.
 */
export async function killRefreshes(kills: number, readers: number, seed: number): Promise<KillFigures> {
  const began = performance.now()
  const random = seeded(seed)
  const home = await temporaryHome()
  const figures: KillFigures = { kills: 0, refreshes: 0, readings: 0, torn: [], different: [], seconds: 0 }
  const watching = Array.from({ length: readers }, () => start('watch-edition.ts', home.folder))
  let hour = 0
  try {
    while (figures.kills < kills) {
      const child = start('refresh-loop.ts', home.folder, String(hour))
      // the first line says that the process is past its start; then anywhere in the refreshes that follow
      if (random() < 0.8) await child.said(1)
      await wait(random() * 3_500)
      child.process.kill('SIGKILL')
      const done = (await child.ended).map(Number)
      figures.kills++
      figures.refreshes += done.length
      hour = (done.at(-1) ?? hour - 1) + 1
      figures.different.push(...(await halfLoaded(home.folder)))
    }
    const now = timeOfHour(hour)
    const last = {
      feeds: { kind: 'sample' },
      only: feedsToKill,
      asOf: new Date(now).toISOString().slice(0, 10),
      now,
    } as const
    await refreshHome(home.folder, last)
    for (const { process: child } of watching) child.stdin!.end()
    for (const { ended } of watching) {
      const { checks, torn } = JSON.parse((await ended).at(-1)!) as { checks: number; torn: string[] }
      figures.readings += checks
      figures.torn.push(...torn)
    }
    const rows = await rowsOf(join(home.folder, 'store.duckdb'))
    const recordings = recordingStore(folderBlobs(home.folder))
    const fresh = await openStore(join(home.folder, 'fresh.duckdb'))
    for (const each of await recordings.list()) await load(fresh, [await parseRecording({ recordings }, each)], extractTotals)
    await fresh.close()
    const again = await rowsOf(join(home.folder, 'fresh.duckdb'))
    // a response kept just before a kill is a recording the store has not loaded; everything the store has must be as if undisturbed
    if (Number(rows['recording']!.split(' ')[0]) > Number(again['recording']!.split(' ')[0]))
      figures.different.push('recordings were lost')
    if (rows['observation'] !== again['observation'])
      figures.different.push('observations differ from those of all recordings loaded afresh')
    figures.seconds = Math.round((performance.now() - began) / 1_000)
    return figures
  } finally {
    for (const { process: child } of watching) child.kill('SIGKILL')
    await home.remove()
  }
}

interface Started {
  readonly process: ChildProcess
  /** Resolves after so many lines, or when the process has ended. */
  said(lines: number): Promise<void>
  /** All lines, once the process has ended. */
  readonly ended: Promise<string[]>
}

function start(script: string, ...args: string[]): Started {
  const child = spawn(process.execPath, [compiled(`test/end-to-end/${script}`), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  let rest = ''
  const waiting: (() => void)[] = []
  child.stdout.on('data', (data) => {
    const parts = (rest + String(data)).split('\n')
    rest = parts.pop()!
    lines.push(...parts)
    for (const wake of waiting) wake()
  })
  const exited = once(child, 'exit').then(() => {
    for (const wake of waiting) wake()
    return lines
  })
  return {
    process: child,
    ended: exited,
    said: (count) =>
      new Promise((done) => {
        const look = () => {
          if (lines.length >= count || child.exitCode !== null || child.signalCode !== null) done()
        }
        waiting.push(look)
        look()
      }),
  }
}

/** Recordings marked as loaded without a single row, and rows without their recording. */
async function halfLoaded(folder: string): Promise<string[]> {
  const store = await openStore(join(folder, 'store.duckdb'))
  try {
    const rows = await select<{ what: string }>(
      store,
      `SELECT 'recording without rows: ' || url AS what FROM recording r WHERE status = 'loaded'
         AND NOT EXISTS (SELECT 1 FROM sighting s JOIN recording own ON own.no = s.recording_no WHERE own.id = coalesce(r.same_as, r.id))
       UNION ALL SELECT DISTINCT 'rows without recording ' || recording_no FROM sighting s WHERE NOT EXISTS (SELECT 1 FROM recording r WHERE r.no = s.recording_no)
       UNION ALL SELECT DISTINCT 'observation of no recording ' || recording FROM observation o WHERE NOT EXISTS (SELECT 1 FROM recording r WHERE r.id = o.recording)`,
    )
    return rows.map(({ what }) => what)
  } finally {
    await store.close()
  }
}
