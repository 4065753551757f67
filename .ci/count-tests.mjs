/** Prints how many tests of a JSON report of vitest passed and failed, and adds what failed, with why, to a file: node count-tests.mjs REPORT FILE */
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [report, failures] = process.argv.slice(2)
const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
for (const { name, message, assertionResults } of testResults) {
  const file = relative('.', name)
  if (message) appendFileSync(failures, `${file}\n  ${message}\n`)
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status === 'failed') appendFileSync(failures, `${file}: ${fullName}\n  ${failureMessages.join('\n').slice(0, 1_500)}\n`)
}
console.log(numPassedTests, numFailedTests)
