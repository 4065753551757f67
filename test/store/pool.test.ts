import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { mutex } from '../../pipeline/mutex.ts'
import { inParallel } from '../../pipeline/store/pool.ts'

describe('work in parallel', () => {
  test('runs everything once, never more than its width', async () => {
    let running = 0
    let most = 0
    const seen: number[] = []
    await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      most = Math.max(most, ++running)
      await wait(1)
      seen.push(item)
      running--
    })
    expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(most).toBe(3)
  })

  test('after a failure begins nothing new and leaves nothing running', async () => {
    let running = 0
    let begun = 0
    const work = async (item: number) => {
      begun++
      running++
      await wait(item === 1 ? 1 : 20)
      running--
      if (item === 1) throw new Error('first')
    }
    await expect(inParallel([1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('first')
    expect({ begun, running }).toEqual({ begun: 2, running: 0 })
  })
})

describe('a mutex', () => {
  test('one at a time in order for a key, side by side for two, and a failure is its own', async () => {
    const inTurn = mutex<string>()
    const log: string[] = []
    const work =
      (name: string, fails = false) =>
      async () => {
        log.push(`${name} begins`)
        await wait(5)
        log.push(`${name} ends`)
        if (fails) throw new Error(name)
      }
    const done = await Promise.allSettled([inTurn('x', work('a', true)), inTurn('x', work('b')), inTurn('y', work('c'))])
    expect(done.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(log.indexOf('a ends')).toBeLessThan(log.indexOf('b begins'))
    expect(log.indexOf('c begins')).toBeLessThan(log.indexOf('a ends'))
  })
})
