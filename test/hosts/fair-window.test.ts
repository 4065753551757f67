import { describe, expect, test } from 'vitest'
import { mapInFairWindow, type WindowWidth } from '../../workflows/orchestrations/fair-window.ts'

/** Works through `kinds`, a step of each item after the other; gives the results, the order of beginning, and the most under way. */
async function worked(width: WindowWidth, kinds: readonly string[]) {
  const began: number[] = []
  const underWay = new Map<string, number>()
  let all = 0
  const most = { all: 0, each: 0 }
  const items = kinds.map((kind, at) => ({ kind, at }))
  const results = await mapInFairWindow(
    width,
    items,
    ({ kind }) => kind,
    async ({ kind, at }) => {
      began.push(at)
      underWay.set(kind, (underWay.get(kind) ?? 0) + 1)
      most.all = Math.max(most.all, ++all)
      most.each = Math.max(most.each, underWay.get(kind)!)
      await new Promise((resolve) => setImmediate(resolve))
      underWay.set(kind, underWay.get(kind)! - 1)
      all--
      return at * 10
    },
  )
  return { results, began, most }
}

describe('a fair window', () => {
  test('gives results in the order of the items, within both widths', async () => {
    const kinds = [...'aaaaaaaaaabbbbcc']
    const { results, began, most } = await worked({ all: 5, each: 2 }, kinds)
    expect(results).toEqual(kinds.map((_, at) => at * 10))
    expect(began.toSorted((a, b) => a - b)).toEqual([...kinds.keys()])
    expect(most).toEqual({ all: 5, each: 2 })
  })

  test('lets no long row of one kind hold up another', async () => {
    const { began } = await worked({ all: 4, each: 4 }, [...'aaaaaaaaaabc'])
    expect(began.slice(0, 4)).toEqual([0, 10, 11, 1])
  })

  test('keeps the order of one kind, and ends where there is nothing', async () => {
    expect((await worked({ all: 3, each: 3 }, [...'aaaaaa'])).began).toEqual([0, 1, 2, 3, 4, 5])
    expect((await worked({ all: 3, each: 3 }, [])).results).toEqual([])
  })

  test('the first failure rejects', async () => {
    const failing = mapInFairWindow(
      { all: 2, each: 2 },
      [1, 2, 3],
      () => 'a',
      async (item) => {
        if (item === 2) throw new Error('second')
        return item
      },
    )
    await expect(failing).rejects.toThrow('second')
  })
})
