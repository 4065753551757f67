/**
 * Refreshes a home from the sample feeds once an hour of its own time, from hour N on, and says each hour that is done.
 *
 *   node test/end-to-end/refresh-loop.js FOLDER N
 */
import { refreshHome } from './home.ts'
import { feedsToKill, timeOfHour } from './kill.ts'

const folder = process.argv[2]!
for (let hour = Number(process.argv[3]); ; hour++) {
  const now = timeOfHour(hour)
  await refreshHome(folder, {
    feeds: { kind: 'sample' },
    only: feedsToKill,
    asOf: new Date(now).toISOString().slice(0, 10),
    now,
  })
  process.stdout.write(`${hour}\n`)
}
