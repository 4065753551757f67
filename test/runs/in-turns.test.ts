import { expect, test } from 'vitest'
import { eachOf, interruptible, untilDone } from '../../activities/in-turns.ts'

test('the results of all items come back in their order', async () => {
  expect(await interruptible(eachOf([3, 1, 2], String), untilDone)).toEqual(['3', '1', '2'])
  expect(await interruptible(eachOf([], String), untilDone)).toEqual([])
})

test('other work of the process goes on between two pieces', async () => {
  const order: string[] = []
  const add = (name: string) => order.push(name)
  await Promise.all([interruptible(eachOf(['a', 'b'], add), untilDone), interruptible(eachOf(['1', '2'], add), untilDone)])
  expect(order).toEqual(['a', '1', 'b', '2'])
})

test('a signal ends it after the piece under way, with its reason', async () => {
  const stop = new AbortController()
  const calculated: number[] = []
  const pieces = eachOf([1, 2, 3], (number) => {
    calculated.push(number)
    if (number === 2) stop.abort(new Error('stopped'))
  })
  await expect(interruptible(pieces, stop.signal)).rejects.toThrow('stopped')
  expect(calculated).toEqual([1, 2])
})
