import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber } from '../../pipeline/calendar/day.ts'
import { chart, type Line } from '../../pipeline/render/chart.ts'

const day = dayNumber('2026-07-22')!
const pointsOf = (count: number, value: (i: number) => number, every = 1) =>
  Array.from({ length: count }, (_, i) => [day - (count - 1 - i) * every, value(i)] as const)
const lineOf = (value: (i: number) => number, unit = 'USD', count = 120): Line => ({
  title: 'Bitcoin price',
  unit,
  points: pointsOf(count, value),
  beside: null,
})

/** What an SVG of ours draws: the points of its lines, and its texts with their places. */
function drawn(svg: string) {
  const paths = [...svg.matchAll(/<path class="(\w+)" d="([^"]+)"/g)].map(([, kind, d]) => ({
    kind,
    points: [...d!.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  }))
  const texts = [...svg.matchAll(/<text class="([\w ]+)" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)</g)].map(
    ([, kind, x, y, text]) => ({ kind, x: Number(x), y: Number(y), text: text! }),
  )
  return { paths, texts }
}

test('reads as written down: a price with its mean', async () => {
  const wave = (i: number) => 60_000 + 400 * i + 9_000 * Math.sin(i / 3)
  const beside = { title: 'Bitcoin 200-day average price', points: pointsOf(24, (i) => 58_000 + 350 * i, 15) }
  const svg = chart({ title: 'Bitcoin price', unit: 'USD', points: pointsOf(24, wave, 15), beside })
  await expect(svg.replaceAll('><', '>\n<')).toMatchFileSnapshot('golden/chart.txt')
})

describe('whatever the values', () => {
  const value = fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ min: 1e-12, max: 1e-6, noNaN: true }),
    fc.double({ min: 1e12, max: 1e21, noNaN: true }),
    fc.constant(0),
  )
  const series = fc.array(value, { minLength: 8, maxLength: 40 })

  test('every point lies inside, no text is cut or lies on another, and the bytes are the same each time', () => {
    fc.assert(
      fc.property(series, fc.option(series), fc.integer({ min: 1, max: 31 }), (values, second, every) => {
        const points = pointsOf(values.length, (i) => values[i]!, every)
        const beside = second && { title: 'Mean', points: pointsOf(second.length, (i) => second[i]!, every) }
        const svg = chart({ title: 'Any', unit: 'USD', points, beside })
        expect(svg).toBe(chart({ title: 'Any', unit: 'USD', points, beside }))
        expect(svg).not.toMatch(/NaN|Infinity|undefined/)
        const { paths, texts } = drawn(svg)
        expect(paths.map((path) => path.points.length)).toEqual(second ? [second.length, values.length] : [values.length])
        for (const [x, y] of paths.flatMap((path) => path.points))
          expect([x >= 8 && x <= 302, y >= 14 && y <= 174], `${x}, ${y}`).toEqual([true, true])
        const margin = texts.filter(({ x }) => x === 308)
        expect(margin.filter(({ text }) => text.length > 9)).toEqual([])
        const heights = margin.map(({ y }) => y).sort((a, b) => a - b)
        expect(heights.filter((y, i) => i > 0 && y - heights[i - 1]! < 12.8)).toEqual([])
        expect(heights.filter((y) => y < 10 || y > 190)).toEqual([])
        const dates = texts.filter(({ y }) => y === 192).map(({ x }) => x)
        expect(dates.filter((x, i) => x < 26 || x > 334 || (i > 0 && x - dates[i - 1]! < 52))).toEqual([])
      }),
      { seed: 20_261_121, numRuns: 300 },
    )
  })
})

describe('its texts', () => {
  const written = (line: Line, kind: string) =>
    drawn(chart(line)).texts.flatMap((text) => (text.kind === kind ? [text.text] : []))

  test.each<[string, Line, string]>([
    ['large ones in thousands', lineOf((i) => 60_000 + i), '60.12k'],
    ['thousands as they are', lineOf((i) => 3_997.5 + i / 1_000), '3998'],
    ['percent with two decimals', lineOf((i) => Math.sin(i), 'percent'), '-0.37'],
    ['small ones with four digits', lineOf(() => 0.051_234_5, 'USD/TH/day'), '0.05123'],
    ['none at all', lineOf((i) => i - 119), '0'],
    ['very small ones by their power', lineOf(() => 2e-7), '2.0e-7'],
  ])('the newest value: %s', (_, line, text) => {
    expect(written(line, 'value')).toEqual([text])
  })

  test('ticks have the decimals that tell them apart', () => {
    expect(
      written(
        lineOf((i) => 1.5 + i / 60),
        'tick',
      ).filter((text) => /^[\d.]+$/.test(text)),
    ).toEqual(['1.5', '2.0', '2.5', '3.0'])
    expect(
      written(
        lineOf((i) => i * 1e10),
        'tick',
      ),
    ).toContain('0')
    expect(
      written(
        lineOf((i) => i * 1e10),
        'tick',
      ),
    ).toContain('0.2T')
  })

  test('in words: title, days, newest figure in full', () => {
    const svg = chart(lineOf((i) => 61_842.78 + (119 - i)))
    expect(svg).toContain(
      'role="img"><title>Bitcoin price</title><desc>2026-03-25 to 2026-07-22; 61,842.78 USD at the end</desc>',
    )
  })

  test('a title stays a title', () => {
    const svg = chart({ ...lineOf((i) => i), title: '</title><script>alert(1)</script>' })
    expect(svg).not.toContain('<script')
    expect(svg.match(/<\/title>/g)).toHaveLength(1)
  })
})
