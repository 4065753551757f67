/** Preloaded into a process that is measured: reports what it has used when asked by its parent, or on descriptor 3 when it ends. */
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

function usage() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  return { cpuMs: (userCPUTime + systemCPUTime) / 1_000, peakMb: maxRSS / 1_024, rssMb: process.memoryUsage.rss() / 2 ** 20 }
}

if (isMainThread && process.send) process.on('message', () => process.send(usage()))
else if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(usage())))
