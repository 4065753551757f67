/**
 * A state store on a disk of 4 MB that is filled and emptied, then made read-only and writable again, as its gate tells it. To be run as
 * root of a mount namespace of its own with the disk mounted at FOLDER; prints one line of JSON.
 *
 *   node test/state/state-on-disk.js FOLDER
 */
import { execFileSync } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { conditionOnce, sound, watchedGate } from './watched-gate.ts'

const folder = process.argv[2]!
const place = join(folder, 'state.sqlite')
const remount = (mode: 'ro' | 'rw') => execFileSync('/bin/sh', ['-c', 'mount -o "remount,$1" "$0"', folder, mode])

const first = watchedGate(place)
const before = await conditionOnce(first, sound)
const { bavail, bsize } = await statfs(folder)
const filler = join(folder, 'filler')
// what the store itself takes meanwhile is missing in the end, and the disk is as full
await writeFile(filler, Buffer.alloc(Number(bavail) * bsize)).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOSPC') throw error
})
const full = await conditionOnce(first, /full/)
await rm(filler)
const emptied = await conditionOnce(first, sound)
await first.close()

remount('ro')
const second = watchedGate(place)
const readOnly = await conditionOnce(second, /read-only/)
remount('rw')
const writable = await conditionOnce(second, sound)
await second.close()
process.stdout.write(`${JSON.stringify({ before, full, emptied, readOnly, writable })}\n`)
