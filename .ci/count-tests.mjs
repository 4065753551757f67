/**
 * Prints how many tests of a JSON report of vitest passed and failed, and adds what failed, with why, to a file: node count-tests.mjs REPORT FILE.
 * With --skipped in place of FILE it names the tests that were skipped, and fails where one is not in a file that says which program it misses.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

// Programs and rights of a machine, by the names that tests give to their absence.
const missing = JSON.parse(readFileSync(new URL('skippable.json', import.meta.url), 'utf8'))

const [report, failures] = process.argv.slice(2)
const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
if (failures === '--skipped') {
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName }) =>
      ['skipped', 'pending', 'todo', 'disabled'].includes(status) ? [{ name, fullName }] : [],
    ),
  )
  for (const { name, fullName } of skipped) console.log(`skipped: ${name}: ${fullName}`)
  console.log(`${skipped.length} skipped of ${numPassedTests + numFailedTests + skipped.length}`)
  const unexplained = skipped.filter(({ name }) => {
    const text = readFileSync(name, 'utf8')
    return !text.includes('context.skip(') && !missing.some((each) => text.includes(`skipIf(${each})`))
  })
  process.exit(unexplained.length === 0 ? 0 : 1)
}
for (const { name, message, assertionResults } of testResults) {
  const file = relative('.', name)
  if (message) appendFileSync(failures, `${file}\n  ${message}\n`)
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status === 'failed') appendFileSync(failures, `${file}: ${fullName}\n  ${failureMessages.join('\n').slice(0, 1_500)}\n`)
}
console.log(numPassedTests, numFailedTests)
