/** Prints the twenty test files of a JSON report of vitest that took longest: node slowest-files.mjs REPORT */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const files = testResults.map(({ name, startTime, endTime }) => ({
  file: relative('.', name),
  seconds: (endTime - startTime) / 1_000,
}))
for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 20))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
