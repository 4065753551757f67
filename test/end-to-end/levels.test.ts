import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { sampleHome, viewOf } from './home.ts'

const plain = (text: string): string =>
  text
    .replaceAll(/\\(?=[^\w\s])/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('−', '-')

/** The levels a text prints, by what stands around them. */
const printed = (text: string, ...patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!))

describe('a turning level is the same string wherever it is printed', () => {
  test('in JSON, summary, Markdown and page of every sample briefing', async () => {
    const view = await viewOf((await sampleHome()).folder)
    const counts = { summary: 0, markdown: 0, page: 0, chart: 0 }
    const strange: string[] = []
    for (const { id } of briefingRows) {
      const read = (format: 'json' | 'md' | 'html' | 'apart.json') => view.resident(`briefing/${id}`, format)?.plain.toString()
      const document: BriefingDocument = JSON.parse(read('json')!)
      const { readings_in_full: readings }: { readings_in_full: BriefingDocument['readings'] } = JSON.parse(read('apart.json')!)
      const displays = new Set(document.turns.flatMap(({ needs }) => needs.map(({ display }) => display!)))
      const compare = (surface: 'summary', levels: readonly string[]) => {
        counts[surface] += levels.length
        for (const level of levels) if (!displays.has(level)) strange.push(`${id}, ${surface}: ${level}`)
      }
      const [turn = ''] = /The state turns to .*?\.(?= [A-Z]|$)/.exec(document.summary) ?? []
      compare(
        'summary',
        printed(
          turn,
          / at ((?:(?! at )[^,])+?) or (?:higher|lower)/g,
          / no (?:higher|lower) than ([^,]+?)(?= for a week|, or | and |\.$)/g,
        ),
      )
      // what is left once every level of the JSON is taken out has none
      const takeOut = (surface: 'markdown' | 'page', text: string) => {
        let rest = text
        for (const display of displays)
          for (const level of [`at ${display} or higher`, `at ${display} or lower`, `above ${display}`, `below ${display}`])
            for (const term of ['at the next release', 'for a week']) {
              counts[surface] += rest.split(`${level} ${term}`).length - 1
              rest = rest.replaceAll(`${level} ${term}`, '')
            }
        if (/at the next release|for a week/.test(rest)) strange.push(`${id}, ${surface}: ${rest}`)
      }
      takeOut('markdown', /\*\*What would change it\.\*\* .*/.exec(plain(read('md')!))?.[0] ?? '')
      const page = plain(read('html')!)
      takeOut('page', /<ul class="turns">.*?<\/ul>/.exec(page)?.[0] ?? '')
      const signals = new Set(Object.values(readings).flatMap(({ signal }) => signal?.turns.map(({ display }) => display!) ?? []))
      const labels = [
        ...page.matchAll(/<i class="v [^>]*><span class="wide">[≤≥<>] (.*?) <span.*?<span class="narrow">(.*?)<\/i>/g),
      ]
      for (const [, wide, narrow] of labels) {
        counts.chart++
        if (!signals.has(wide!) || !narrow!.includes(`<span>${wide}</span>`)) strange.push(`${id}, chart: ${wide} ${narrow}`)
      }
    }
    expect(strange).toEqual([])
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(10)
  })
})
