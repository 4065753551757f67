import { afterAll, expect, test } from 'vitest'
import { seriesById } from '../../data/series.ts'
import { ParseError } from '../../pipeline/errors.ts'
import type { SightingRow } from '../../pipeline/tables/series.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'
import { parsers } from './mutations.ts'

const at = '2026-11-20T12:00:00Z'
/** Values changed in one body: each is read twice. */
const mostChanged = 25
/** Older issues write an owner that is left open as 0.0. */
const writesBlanksAsZero = 'fiscaldata-ownership'
let checked = 0
afterAll(() => expect(checked).toBeGreaterThan(150))

/** Where a body spells a value, if at one place alone. */
function placeOf(text: string, value: number): readonly [from: number, to: number] | null {
  const spelled = new RegExp(`(?<![\\w.+-])${String(value).replaceAll('.', '\\.')}(?:\\.0*)?0*(?![\\w.])`, 'g')
  const [place, another] = text.matchAll(value % 1 === 0 ? new RegExp(spelled.source.replace(')?0*', ')?'), 'g') : spelled)
  return place === undefined || another !== undefined ? null : [place.index, place.index + place[0].length]
}

test.each(parsers.map((parser) => [parser[0].id, parser] as const))(
  '%s takes a zero for a value and a blank for none',
  async (_, [feed, url, body]) => {
    const text = Buffer.from(await body()).toString('utf8')
    const read = (changed: string) => {
      try {
        return flattened(feed.parse(Buffer.from(changed), recordingOf(url, changed, at)))
      } catch (error) {
        if (error instanceof ParseError) return null
        throw error
      }
    }
    const whole = read(text)!
    const inJson = /^\s*[[{]/.test(text)
    const wrong: string[] = []
    let changed = 0
    for (const { series, period, value } of whole.sighting) {
      const place = placeOf(text, value)
      if (place === null || changed === mostChanged) continue
      changed++
      const having = (word: string) => read(text.slice(0, place[0]) + word + text.slice(place[1]))
      const isZero = (row: SightingRow) => row.series === series && row.period === period && row.value === 0
      // as many decimals as the value has
      const spelled = text
        .slice(...place)
        .replaceAll(/\d/g, '0')
        .replace(/^0+(?=0)/, '')
      const [zero, blank] = [having(spelled), having(inJson && !/["\d]/.test(text[place[0] - 1]!) ? 'null' : '')]
      const rules = new Set(zero?.rejected.slice(whole.rejected.length).map(({ rule }) => rule))
      // a zero may be out of the range of its series or contradict a sum, but it can be read
      const isPassedOver =
        rules.size === 0 || (seriesById.get(series)!.range[0] <= 0 && (rules.has('number') || rules.has('row')))
      if (zero !== null && feed.id !== writesBlanksAsZero && isPassedOver && !zero.sighting.some(isZero))
        wrong.push(`a zero of ${series} for ${value} is passed over`)
      if (blank?.sighting.some(isZero)) wrong.push(`a blank of ${series} for ${value} is a zero`)
    }
    checked += changed
    expect(wrong).toEqual([])
  },
)
