import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { SqliteDriver } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openLog } from '../../../server/http/log.ts'
import { openGate } from '../../../server/open-gate.ts'
import { keepLedger } from '../../../server/payments/ledger-upkeep.ts'
import { openState } from '../../../server/state/open.ts'
import { folderOfTests } from '../../closed-after.ts'
import { registered } from '../webhooks/receiver.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Statements that are run from now on, with begin and end of transactions. */
function statements(): { count: number } {
  const seen = { count: 0 }
  const own = SqliteDriver.prototype.acquireConnection
  vi.spyOn(SqliteDriver.prototype, 'acquireConnection').mockImplementation(async function (this: SqliteDriver) {
    const connection = await own.apply(this)
    return {
      executeQuery(query) {
        seen.count++
        return connection.executeQuery(query)
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
  })
  return seen
}

const folder = await folderOfTests()

test('an idle server that sells and has a webhook runs less than one statement a second', async () => {
  const place = join(folder, 'state.sqlite')
  const state = await openState(place)
  await registered(state, 'https://a.example/')
  await state.close()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const seen = statements()
  const log = openLog({ level: 'silent', now: Date.now })
  const telemetry = { ledger: () => {}, ledgerEnded: () => {} }
  let leave = async () => {}
  const opened = openGate({
    place,
    log,
    webhooks: { local: false, reader: { current: () => null, onAdopt: () => {} } } as never,
    async payments(store) {
      leave = keepLedger({ state: store, keepMs: 1, telemetry, now: Date.now, warn: () => {} })
      return { real: null, sample: null }
    },
  })
  await opened.gate.caller({})
  const minute = async () => {
    for (let second = 0; second < 60; second++) {
      await vi.advanceTimersByTimeAsync(1_000)
      for (let turns = 0; turns < 50; turns++) await turn()
    }
  }
  await minute()
  seen.count = 0
  for (let minutes = 0; minutes < 5; minutes++) await minute()
  expect(seen.count).toBeGreaterThan(20)
  expect(seen.count).toBeLessThan(300)
  vi.useRealTimers()
  await leave()
  await opened.close()
})
