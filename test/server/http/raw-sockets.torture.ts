import { expect, test } from 'vitest'
import { serverOf } from '../../../bench/measured-process.ts'
import { attackShop, figuresLine, openRawShop } from '../raw-credentials.ts'
import { closedAfterTest } from '../served.ts'
import { attack } from './raw-corpus.ts'

test('10,000 hostile requests and more', async () => {
  const server = await serverOf('../test/server/serving.ts')
  const port = Number(new URL(server.url).port)
  await attack(port, 50)
  const before = await server.usage()
  const { sent, faults, slowestMs } = await attack(port, 250)
  const grownMb = (await server.usage()).rssMb - before.rssMb
  console.log(
    `raw sockets: ${sent} variants, ${faults.length} faults, slowest ${slowestMs.toFixed(0)} ms, memory ${grownMb.toFixed(0)} MB more`,
  )
  await server.stop()
  expect(faults).toEqual([])
  expect(slowestMs).toBeLessThan(5_000)
  expect(grownMb).toBeLessThan(50)
})

test('10,000 hostile requests that carry keys and payments', async () => {
  const shop = closedAfterTest(await openRawShop())
  const figures = await attackShop(shop, 400, 2)
  console.log(figuresLine(figures))
  expect(figures.sent).toBeGreaterThanOrEqual(10_000)
  expect(figures.faults).toEqual([])
  expect(figures.credentials).toBeGreaterThan(40)
  expect(figures).toMatchObject({ mostSettles: 1, difference: 0n })
})
