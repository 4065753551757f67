import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Places } from '../../pipeline/render/places.ts'
import { type PlotLevel, type PlotLine, plotHtml, sparkline } from '../../pipeline/render/plot.ts'
import { dayNumber } from '../../pipeline/time/day.ts'

const day = dayNumber('2026-07-22')!
const pointsOf = (count: number, value: (i: number) => number, every = 1) =>
  Array.from({ length: count }, (_, i) => [day - (count - 1 - i) * every, value(i)] as const)
const lineOf = (value: (i: number) => number, unit = 'USD', count = 120): PlotLine => ({
  title: 'Bitcoin price',
  unit,
  points: pointsOf(count, value),
  beside: null,
})
const levelOf = (value: number): PlotLevel => ({
  value,
  text: `$${value.toLocaleString('en-US')}`,
  side: '≤',
  to: 'bearish',
  tone: 'down',
})
const wave = (i: number) => 60_000 + 40 * i + 2_000 * Math.sin(i / 9)

function drawn(line: PlotLine, levels: readonly PlotLevel[] = []) {
  const places = new Places()
  const html = plotHtml(line, levels, 'At the next release', places)
  const rules = new Map(
    [...places.style().matchAll(/\.(p\d+)\{left:(-?[\d.]+)%;top:(-?[\d.]+)%\}/g)].map(([, name, left, top]) => [
      name!,
      { left: Number(left), top: Number(top) },
    ]),
  )
  const texts = [...html.matchAll(/<[ib] class="(\w+(?: \w+)*) (p\d+)">(.*?)<\/[ib]>/g)].map(([, kind, place, text]) => ({
    kind: kind!,
    ...rules.get(place!)!,
    text: text!.replace(/<span class="narrow">.*$/, '').replace(/<[^>]*>/g, ''),
  }))
  const paths = [...html.matchAll(/<path class="(\w+)" d="([^"]+)"/g)].map(([, kind, d]) => ({ kind: kind!, d: d! }))
  return { html, texts, paths, style: places.style() }
}

/** Places a relative path goes through. */
function walked(d: string): (readonly [number, number])[] {
  const [x, y, ...steps] = d.match(/-?\d+/g)!.map(Number) as [number, number, ...number[]]
  const at: [number, number][] = [[x, y]]
  for (let i = 0; i < steps.length; i += 2) at.push([at.at(-1)![0] + steps[i]!, at.at(-1)![1] + steps[i + 1]!])
  return at
}

test('levels are dashed in a zone beyond the newest value, each with what it turns to, and nowhere over history', () => {
  const { html, texts, paths } = drawn(lineOf(wave), [
    levelOf(62_000),
    { ...levelOf(66_500.5), side: '≥', to: 'bullish', tone: 'up' },
  ])
  expect(texts.filter(({ kind }) => kind === 'v').map(({ text }) => text)).toEqual([
    '≥ $66,500.5 bullish',
    '$65,979.67',
    '≤ $62,000 bearish',
  ])
  expect(texts.find(({ kind }) => kind === 'zone')).toMatchObject({ text: 'At the next release', left: 80 })
  for (const { d } of paths.filter(({ kind }) => kind === 'lvl')) expect(d).toMatch(/^M800 \d+h200$/)
  expect(Math.max(...walked(paths.find(({ kind }) => kind === 'ln')!.d).map(([x]) => x))).toBe(800)
  expect(html).toContain(
    'aria-label="Bitcoin price from 25 March 2026 to 22 July 2026; $65,979.67 at the end; it would turn at $62,000 and $66,500.5"',
  )
})

test('labels keep the order of their values, however close these are', () => {
  const near = [4.18, 4.07].map((value) => ({ ...levelOf(value), text: `${value}%` }))
  const { texts } = drawn(
    lineOf((i) => (i < 100 ? 3.5 + i / 60 : 4.13), 'percent'),
    near,
  )
  const labels = texts.filter(({ kind }) => kind === 'v').toSorted((a, b) => a.top! - b.top!)
  expect(labels.map(({ text }) => text)).toEqual(['≤ 4.18% bearish', '4.13%', '≤ 4.07% bearish'])
})

test('a flow has a bar from zero for each day, above and below in two tones', () => {
  const points = pointsOf(10, (i) => (i % 2 === 0 ? 100 : -50))
  const html = plotHtml({ ...lineOf(wave), points, unit: 'USD mn' }, [], '', new Places(), { bars: true })
  for (const tone of ['fu', 'fd']) {
    const [, d] = new RegExp(`<path class="${tone}" d="([^"]+)"`).exec(html)!
    expect(d!.match(/M/g)).toHaveLength(5)
  }
  expect(html).not.toContain('class="ln"')
})

test('a level that would flatten the history is not drawn; without levels history has the whole width', () => {
  for (const levels of [[], [levelOf(1_000)]]) {
    const { texts, paths } = drawn(lineOf(wave), levels)
    expect(texts.map(({ kind }) => kind)).not.toContain('zone')
    expect(texts.filter(({ kind }) => kind === 'end').map(({ text, left }) => [text, left])).toEqual([['65.98k', 100]])
    expect(walked(paths.find(({ kind }) => kind === 'ln')!.d).at(-1)![0]).toBe(1_000)
  }
})

test('axes are written with what tells one tick from the next', () => {
  const ticks = (value: (i: number) => number, unit: string) =>
    drawn(lineOf(value, unit))
      .texts.filter(({ kind }) => kind === 'y')
      .map(({ text }) => text)
  expect(ticks(wave, 'USD')).toEqual(['58k', '60k', '62k', '64k'])
  expect(ticks((i) => 5_700 + 2 * i, 'USD bn')).toEqual(['5,700', '5,750', '5,800', '5,850', '5,900'])
  expect(ticks((i) => 0.2 - 0.004 * i, 'percent')).toEqual(['−0.2', '−0.1', '0', '0.1', '0.2'])
})

describe('whatever the values', () => {
  const value = fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ min: 1e-12, max: 1e-6, noNaN: true }),
    fc.double({ min: 1e12, max: 1e21, noNaN: true }),
    fc.constant(0),
  )
  const series = fc.array(value, { minLength: 8, maxLength: 40 })

  test('every point lies inside, no label lies on another, and the bytes are the same each time', () => {
    fc.assert(
      fc.property(
        series,
        fc.option(series),
        fc.array(value, { maxLength: 3 }),
        fc.integer({ min: 1, max: 31 }),
        (values, second, turns, every) => {
          const points = pointsOf(values.length, (i) => values[i]!, every)
          const beside = second && { title: 'Mean', points: pointsOf(second.length, (i) => second[i]!, every) }
          const line = { title: 'Any', unit: 'USD', points, beside }
          const { html, texts, paths, style } = drawn(line, turns.map(levelOf))
          expect(drawn(line, turns.map(levelOf))).toMatchObject({ html, style })
          expect(html + style).not.toMatch(/NaN|Infinity|undefined/)
          const lines = paths.filter(({ kind }) => kind === 'ln' || kind === 'ln2').map(({ d }) => walked(d))
          expect(lines.map(({ length }) => length)).toEqual(second ? [second.length, values.length] : [values.length])
          for (const [x, y] of lines.flat())
            expect([x >= 0 && x <= 1_000, y >= 0 && y <= 1_000], `${x}, ${y}`).toEqual([true, true])
          for (const kinds of [['v'], ['y', 'end']]) {
            const tops = texts
              .filter(({ kind }) => kinds.includes(kind))
              .map(({ top }) => top)
              .sort((a, b) => a - b)
            expect(tops.filter((top) => top < 0 || top > 100)).toEqual([])
            expect(tops.filter((top, i) => i > 0 && top - tops[i - 1]! < 7)).toEqual([])
          }
        },
      ),
    )
  })

  test('a small one too', () => {
    fc.assert(
      fc.property(series, fc.option(value), (values, level) => {
        const html = sparkline({ title: 'Any', points: pointsOf(values.length, (i) => values[i]!) }, level)
        expect(html).not.toMatch(/NaN|Infinity|undefined/)
        const path = /<path class="ln" d="([^"]+)"/.exec(html)![1]!
        for (const [x, y] of walked(path)) expect([x >= 0 && x <= 1_000, y >= 0 && y <= 1_000]).toEqual([true, true])
      }),
    )
  })
})
