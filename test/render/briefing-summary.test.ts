import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { summaryText, summaryOf as unstampedSummary } from '../../pipeline/documents/briefing-kind.ts'
import type { Reading } from '../../pipeline/documents/reading.ts'
import { shortMarkdown } from '../../pipeline/render/blocks-markdown.ts'
import { withFingerprint } from '../../pipeline/render/fingerprint.ts'
import { renderJson } from '../../pipeline/render/json.ts'
import { briefingOf } from './documents.ts'
import { figuresNotIn } from './figures.ts'

const summaryOf = (changed: Partial<BriefingDocument> = {}) => {
  const { computed_at, fingerprint: _, ...whole } = briefingOf(changed)
  return withFingerprint(unstampedSummary(whole), computed_at)
}
const textOf = (changed: Partial<BriefingDocument> = {}) =>
  shortMarkdown(summaryText(summaryOf(changed), briefingOf(changed)), summaryOf(changed))

describe('the short form of a briefing', () => {
  test('has the members of the contract in their order, and two releases at most', () => {
    const release = (day: number) => ({ series: 'WALCL', title: 'Assets', due_at: `2026-07-${day}T20:30:00Z` })
    const document = summaryOf({ next_releases: [release(24), release(25), release(26)] })
    expect(Object.keys(JSON.parse(renderJson('BriefingSummary', document))).join(' ')).toBe(
      'briefing title tier as_of computed_at fingerprint sample headline state lead signal summary turns next_releases data_quality notices',
    )
    expect(document.next_releases).toEqual([release(24), release(25)])
  })

  test('as Markdown it gives title, day, state, quality, headline, summary, what would change the state, the next release and notices', () => {
    const changed = { headline: 'Bitcoin is below its average.', summary: 'The price fell 6.26% in 30 days. Liquidity rose.' }
    expect(textOf(changed)).toMatchInlineSnapshot(`
      "# Bitcoin Quick Check

      **SAMPLE DATA: invented values and issuers, not market data.**

      2026-07-23 · **supported** since 20 July

      **Bitcoin is below its average.**

      The price fell 6.26% in 30 days. Liquidity rose. Quiet if bitcoin is at $61,250 or lower for a week. Next release that could change the state: Federal Reserve total assets on 30 July 20:30Z.

      Network data: Coin Metrics (coinmetrics.io), CC BY-NC 4.0.
      "
    `)
    expect(figuresNotIn(textOf(changed), summaryOf(changed))).toEqual([])
  })

  test('says first what is stale where it decides, by name where there is room and else by number', () => {
    const stale = { status: 'stale', cadence: 'daily', next_due_at: null, stale_after: '2026-07-20T00:00:00Z' } as const
    const [price, ribbon] = ['bitcoin-price', 'hash-ribbon'].map((name) => ({
      ...briefingOf().readings[name]!,
      freshness: stale,
    })) as [Reading, Reading]
    const readings = { ...briefingOf().readings, 'bitcoin-price': price, 'hash-ribbon': ribbon }
    const quality = (...names: string[]) => ({ status: 'poor' as const, stale: names, missing: [], deciding: ['bitcoin-price'] })
    const text = textOf({ readings, data_quality: quality('bitcoin-price', 'hash-ribbon') })
    expect(text.split('\n\n')[2]).toMatch(/^\*\*STALE DATA: Bitcoin price.*22 July 2026\)/)
    const beside = { ...briefingOf().readings, 'hash-ribbon': ribbon }
    expect(textOf({ readings: beside, data_quality: quality('hash-ribbon') })).not.toContain('STALE')
    const unknown = { label: 'unknown', since: '2026-07-01', previous: null, why: 'stale' as const }
    expect(
      textOf({ readings: beside, data_quality: { ...quality('hash-ribbon'), deciding: ['hash-ribbon'] }, state: unknown }),
    ).toContain('STALE')
    const long = Object.fromEntries(
      Object.entries(readings).map(([name, reading]) => [
        name,
        { ...reading, freshness: stale, title: `${reading.title} ${'seasonally adjusted '.repeat(12)}` },
      ]),
    )
    const byNumber = textOf({ readings: long, data_quality: quality(...Object.keys(long)) })
    expect(byNumber.split('\n\n')[2]).toBe('**STALE DATA: 3 of 3 readings.**')
    expect(countTokens(byNumber)).toBeLessThan(150)
  })

  test('every sentence is understood alone: neither continuations of omitted ones nor unread releases are there', () => {
    const text = textOf({
      headline: 'Bitcoin rose 5%.',
      summary:
        'Late: M2 money supply was due on 28 July and has not been read. It is also the most likely regime. Gold rose 2% in a week. The state turns to quiet if bitcoin is at $61,250 or lower for a week. Next release that could: 5 August.',
    })
    expect(text).toContain(
      'Gold rose 2% in a week. Quiet if bitcoin is at $61,250 or lower for a week. Next release that could change the state: ',
    )
    expect(text).not.toMatch(/Late|It is also|turns to|that could:|sha256/)
  })

  test('a level at the next release has the day of it, unless it is not known or the value is there already', () => {
    const need = { metric: 'net-liquidity', side: 'below', value: 5612.25, held: 'next_release', display: '$5,612bn' } as const
    const turned = (value: number, by: BriefingDocument['turns'][number]['by']) =>
      textOf({
        turns: [{ to: 'headwind', needs: [{ ...need, value, display: value === need.value ? need.display : '$5,900bn' }], by }],
        summary: '',
      })
    const due = { series: 'WALCL', due_at: '2026-07-30T20:30:00Z' }
    expect(turned(5612.25, due)).toContain(
      'Headwind if net liquidity falls to $5,612bn on 30 July. Next release that could change the state: Federal Reserve total assets on 30 July 20:30Z.',
    )
    expect(turned(5612.25, { ...due, by: 'deadline' })).toContain('falls to $5,612bn by 30 July.')
    expect(turned(5612.25, null)).toContain(
      'Headwind if net liquidity falls to $5,612bn. Next release that could change the state: Fed',
    )
    expect(turned(5900, due)).toContain('Headwind if net liquidity is at $5,900bn or lower on 30 July.')
    expect(textOf({ turns: [], summary: '' })).toContain('Next release for its readings: Federal Reserve total assets on 30 July')
  })

  test('a headline without a figure is followed by the sentence that has them, before anything else is cut', () => {
    const filler = Array.from({ length: 9 }, (_, at) => `Sentence ${'alpha beta gamma '.repeat(4)}without ${'abc'[at % 3]}.`)
    // longer than the room that other sentences leave
    const figures =
      'The dollar fell 3.1% in the 30 days to 22 July, to 97.4, which is more than usual, and is 4% below its average.'
    const text = textOf({ headline: 'The dollar falls.', summary: [...filler, figures].join(' ') })
    expect(text).toContain(figures)
    expect(countTokens(text)).toBeLessThan(150)
    const withFigure = textOf({ headline: 'The dollar falls 3.1% in 30 days.', summary: 'Gold rose 2% in a week.' })
    expect(withFigure.indexOf('Gold rose')).toBeGreaterThan(0)
  })

  test('leaves out the last sentences where there is no room for all, and none in the JSON', () => {
    const sentences = Array.from(
      { length: 12 },
      (_, at) => `Reading number ${at} is 1,234.${at} USD bn, up 5.25% over four weeks.`,
    )
    const summary = sentences.join(' ')
    const text = textOf({ headline: 'Readings rise.', summary })
    expect(text).toContain(sentences[0])
    expect(text).not.toContain(sentences[11])
    expect(countTokens(text)).toBeLessThan(150)
    expect(JSON.parse(renderJson('BriefingSummary', summaryOf({ summary }))).summary).toBe(summary)
  })

  test('stays below 150 tokens whatever the sentences are', () => {
    const words = 'liquidity 5,917.38 basis counterintuitive −0.552 2026-07-22 yuan Überschuss a % bp'.split(' ')
    const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 25 }).map((some) => `The ${some.join(' ')}.`)
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 8 }), (some) => {
        expect(countTokens(textOf({ summary: some.join(' ') }))).toBeLessThan(150)
      }),
    )
  })
})
