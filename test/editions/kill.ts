import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { verifyStakes } from '../../pipeline/editions/stakes.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { compiled } from '../compiled.ts'
import { wholeEdition } from './documents.ts'

/** Files of one edition in the kill test. */
export const documentCount = 33

/** Ids of what an edition of the kill test stakes; those of version 0 were never published. */
export const stakesIn = (version: number): string[] => (version < 1 ? [] : ['a', 'b', 'c'].map((name) => `${name}/${version}`))

/** The version every line of a document of `artifact` names. */
export function versionOf(markdown: Buffer): number {
  return Number(/\(v(\d+)\)/.exec(markdown.toString())?.[1] ?? Number.NaN)
}

export interface KillFigures {
  kills: number
  published: number
  unacknowledged: number
  readings: number
  editionsRead: number
  torn: string[]
  lost: number
  /** What is wrong with the ledger of stakes. */
  ledger: string[]
  seconds: number
}

/** Rounds every reader makes for each kill, at least. */
const roundsPerKill = 2

const readLoop = 'test/editions/read-loop.ts'
const publishLoop = 'test/editions/publish-loop.ts'

/**
 * Starts the publisher of publish-loop.ts `kills` times and kills it each time at a random moment, while `readers` processes read. After
 * each kill the current edition must be whole and no older than the last one acknowledged.
 */
export async function killPublishers({
  kills,
  readers,
  seed,
}: {
  kills: number
  readers: number
  seed: number
}): Promise<KillFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'kill-publish-'))
  const began = performance.now()
  const figures: KillFigures = {
    kills: 0,
    published: 0,
    unacknowledged: 0,
    readings: 0,
    editionsRead: 0,
    torn: [],
    lost: 0,
    ledger: [],
    seconds: 0,
  }
  // a kill comes after none to three acknowledged publishes, anywhere in the next one
  const moments = fc.sample(
    fc.record({ acknowledged: fc.integer({ min: 0, max: 3 }), delay: fc.integer({ min: 0, max: 250 }) }),
    { seed, numRuns: kills },
  )
  const watching = Array.from({ length: readers }, () => start(readLoop, folder))
  try {
    await Promise.all(watching.map(({ said }) => said(1)))
    let version = 1
    for (const { acknowledged: before, delay } of moments) {
      const publisher = start(publishLoop, folder, String(version))
      await publisher.said(before + 1)
      await wait(delay)
      publisher.child.kill('SIGKILL')
      const acknowledged = (await publisher.output).map(Number)
      figures.kills++
      figures.published += acknowledged.length
      const last = acknowledged.at(-1) ?? version - 1
      const standing = await wholeEdition(folderBlobs(folder)).catch((error: unknown) => {
        figures.torn.push(`after kill ${figures.kills}: ${error}`)
        return null
      })
      const versions = new Set([...(standing?.bytes.values() ?? [])].map(versionOf))
      if (versions.size > 1) figures.torn.push(`after kill ${figures.kills}: versions ${[...versions].join(', ')}`)
      const stands = Math.max(0, ...versions)
      if (stands < last) figures.lost++
      const { stakes, faults } = await verifyStakes(folderBlobs(folder), standing?.manifest.stakes, null)
      figures.ledger.push(...faults)
      if (stakes !== 3 * stands) figures.ledger.push(`after kill ${figures.kills}: ${stakes} stakes of ${stands} versions`)
      if (stands > last) figures.unacknowledged++
      version = Math.max(stands, last) + 1
      // However slow this machine is, every reader goes round between two kills.
      await Promise.all(watching.map(({ said }) => said(1 + figures.kills * roundsPerKill)))
    }
    for (const { child } of watching) child.stdin.end()
    for (const { output } of watching) {
      const said = JSON.parse((await output).at(-1)!) as { checks: number; editions: number; torn: string[] }
      figures.readings += said.checks
      figures.editionsRead += said.editions
      figures.torn.push(...said.torn)
    }
    figures.seconds = Math.round((performance.now() - began) / 100) / 10
    return figures
  } finally {
    for (const { child } of watching) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

export function figureLine(figures: KillFigures): string {
  const { kills, published, unacknowledged, readings, editionsRead, torn, lost, ledger, seconds } = figures
  return (
    `publish: ${kills} kills, ${published} published (${unacknowledged} more were in place before they could be acknowledged), ` +
    `${readings} whole readings of ${editionsRead} editions, ${torn.length} torn, ${lost} acknowledged but lost, ${ledger.length} faults of the ledger, ${seconds} s`
  )
}

interface Started {
  child: ChildProcessByStdio<Writable, Readable, null>
  /** Resolves when the process has printed so many lines; rejects when it ends before. */
  said(lines: number): Promise<void>
  /** The lines after the first, which is `ready`, once the process has ended. */
  output: Promise<string[]>
}

function start(file: string, ...given: string[]): Started {
  const child = spawn(process.execPath, [compiled(file), ...given], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdin.on('error', () => undefined)
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const ended = once(child, 'close')
  const lines = () => text.split('\n').slice(0, -1)
  return {
    child,
    async said(count) {
      while (lines().length < count) {
        const over = await Promise.race([once(child.stdout, 'data'), ended.then(() => 'ended')])
        if (over === 'ended' && lines().length < count) throw new Error(`${file} ended after ${lines().length} lines`)
      }
    },
    output: ended.then(() => lines().slice(1)),
  }
}
