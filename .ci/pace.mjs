/**
 * Prints how many times as much processor time work takes here, while this runs, as on the quiet machine that budgets were measured on:
 * node .ci/pace.mjs, ended by SIGTERM. Neighbours that share caches, memory and threads of a core double it.
 */
const everyMs = 10_000
/** Processor time of one piece of work on that machine. */
const quietMs = 100

/** Texts, maps and numbers, as most of the tests have them. */
function work() {
  const rows = Array.from({ length: 40_000 }, (_, at) => ({
    id: `row-${(at * 7_919) % 40_000}`,
    value: at * 1.5,
    words: ['a', 'b', `c${at % 97}`],
  }))
  const byId = new Map(JSON.parse(JSON.stringify(rows)).map((row) => [row.id, row]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).reduce((sum, { value }) => sum + value, 0)
}

const samples = []
function sample() {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  samples.push((user + system) / 1_000)
}

// the first is of code that is not compiled yet
work()
sample()
setInterval(sample, everyMs)
process.on('SIGTERM', () => {
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length
  console.log((mean / quietMs).toFixed(2))
  process.exit()
})
