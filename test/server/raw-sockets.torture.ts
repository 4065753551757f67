import { expect, test } from 'vitest'
import { edition, running } from './fixture.ts'
import { attack } from './raw-corpus.ts'

test('10,000 hostile requests and more', async () => {
  const server = await running(edition({ edition: 'e1' }), { requests: false })
  await attack(server.port, 5)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const { sent, faults, slowestMs } = await attack(server.port, 250)
  globalThis.gc?.()
  const grownMb = (process.memoryUsage().rss - before) / 2 ** 20
  console.log(
    `raw sockets: ${sent} variants, ${faults.length} faults, slowest ${slowestMs.toFixed(0)} ms, memory +${grownMb.toFixed(0)} MB`,
  )
  await server.close()
  expect(faults).toEqual([])
  expect(slowestMs).toBeLessThan(5_000)
  expect(grownMb).toBeLessThan(50)
})
