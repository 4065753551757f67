import fc from 'fast-check'
import { expect, test } from 'vitest'
import { semaphore } from '../../workflows/hosts/semaphore.ts'

type Step = { kind: 'ask' } | { kind: 'giveBack'; which: number } | { kind: 'leave'; which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({ kind: 'ask' }),
  fc.record({ kind: fc.constant('giveBack' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('leave' as const), which: fc.nat(20) }),
)

test('no more are in than there are places, none waits beside a free one, and they enter in the order they came', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), async (places, steps) => {
      const slots = semaphore(places)
      let asked = 0
      const inside: { id: number; giveBack: () => void }[] = []
      const line: { id: number; leave: AbortController }[] = []
      const entered: number[] = []
      const ask = () => {
        const id = asked++
        const leave = new AbortController()
        line.push({ id, leave })
        slots.take(leave.signal).then(
          (giveBack) => {
            entered.push(id)
            line.splice(
              line.findIndex((waiting) => waiting.id === id),
              1,
            )
            inside.push({ id, giveBack })
          },
          () =>
            line.splice(
              line.findIndex((waiting) => waiting.id === id),
              1,
            ),
        )
      }
      for (const next of steps) {
        if (next.kind === 'ask') ask()
        if (next.kind === 'giveBack' && inside.length > 0) {
          const [gone] = inside.splice(next.which % inside.length, 1)
          gone!.giveBack()
          // A place given back twice is one place.
          gone!.giveBack()
        }
        if (next.kind === 'leave' && line.length > 0) line[next.which % line.length]!.leave.abort()
        await new Promise((resolve) => setImmediate(resolve))
        expect(inside.length).toBeLessThanOrEqual(places)
        if (line.length > 0) expect(inside.length).toBe(places)
        expect(entered).toEqual(entered.toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 60 },
  )
})
