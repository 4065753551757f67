import { expect, test } from 'vitest'
import { mapCooperatively, neverAbortedSignal } from '../../activities/cooperative.ts'

test('the results of all items come back in their order', async () => {
  expect(await mapCooperatively([3, 1, 2], neverAbortedSignal, String)).toEqual(['3', '1', '2'])
  expect(await mapCooperatively([], neverAbortedSignal, String)).toEqual([])
})

test('other work of the process goes on between two pieces', async () => {
  const order: string[] = []
  const add = (name: string) => order.push(name)
  await Promise.all([
    mapCooperatively(['a', 'b'], neverAbortedSignal, add),
    mapCooperatively(['1', '2'], neverAbortedSignal, add),
  ])
  expect(order).toEqual(['a', '1', 'b', '2'])
})

test('a signal ends it after the piece under way, with its reason', async () => {
  const stop = new AbortController()
  const calculated: number[] = []
  const mapped = mapCooperatively([1, 2, 3], stop.signal, (number) => {
    calculated.push(number)
    if (number === 2) stop.abort(new Error('stopped'))
  })
  await expect(mapped).rejects.toThrow('stopped')
  expect(calculated).toEqual([1, 2])
})
