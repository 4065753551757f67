import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { briefingSummary, summaryMarkdown } from '../../pipeline/render/briefing-summary.ts'
import { withFingerprint } from '../../pipeline/render/fingerprint.ts'
import { renderJson } from '../../pipeline/render/json.ts'
import { briefingOf } from './documents.ts'
import { figuresNotIn } from './figures.ts'

const summaryOf = (changed: Partial<BriefingDocument> = {}) => {
  const { computed_at, fingerprint: _, ...whole } = briefingOf(changed)
  return withFingerprint(briefingSummary(whole), computed_at)
}

describe('the short form of a briefing', () => {
  test('has the members of the contract in their order, and two releases at most', () => {
    const release = (day: number) => ({ series: 'WALCL', title: 'Assets', due_at: `2026-07-${day}T20:30:00Z` })
    const document = summaryOf({ next_releases: [release(24), release(25), release(26)] })
    expect(Object.keys(JSON.parse(renderJson('BriefingSummary', document)))).toEqual(
      (
        'briefing title tier as_of computed_at fingerprint sample headline state signal summary turns ' + 'next_releases notices'
      ).split(' '),
    )
    expect(document.next_releases).toEqual([release(24), release(25)])
  })

  test('as Markdown it gives title, day, state, headline, summary, notices and the first digits of the fingerprint', () => {
    const document = summaryOf({
      headline: 'Bitcoin is below its average.',
      summary: 'It fell 6.26% in 30 days. Liquidity rose.',
    })
    expect(summaryMarkdown(document)).toBe(
      [
        '# Bitcoin Quick Check',
        '**SAMPLE DATA: invented values and issuers, not market data.**',
        '2026-07-23 · **supported** since 20 July (was quiet)',
        '**Bitcoin is below its average.**',
        'It fell 6.26% in 30 days. Liquidity rose.',
        'Network data: Coin Metrics (coinmetrics.io), CC BY-NC 4.0.',
        `${document.fingerprint.slice(0, 19)}\n`,
      ].join('\n\n'),
    )
    expect(figuresNotIn(summaryMarkdown(document).replace(/sha256:.*/, ''), document)).toEqual([])
  })

  test('leaves out the last sentences where there is no room for all, and none in the JSON', () => {
    const sentences = Array.from(
      { length: 12 },
      (_, at) => `Reading number ${at} is 1,234.${at} USD bn, up 5.25% over four weeks.`,
    )
    const document = summaryOf({ summary: sentences.join(' ') })
    const text = summaryMarkdown(document)
    expect(text).toContain(sentences[0])
    expect(text).not.toContain(sentences[11])
    expect(countTokens(text)).toBeLessThan(150)
    expect(JSON.parse(renderJson('BriefingSummary', document)).summary).toBe(sentences.join(' '))
  })

  test('stays below 150 tokens whatever the sentences are', () => {
    const words = [
      'liquidity',
      '5,917.38',
      'basis',
      'counterintuitive',
      '−0.552',
      '2026-07-22',
      'yuan',
      'Überschuss',
      'a',
      '%',
      'bp',
    ]
    const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 25 }).map((some) => `The ${some.join(' ')}.`)
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 8 }), (some) => {
        expect(countTokens(summaryMarkdown(summaryOf({ summary: some.join(' ') })))).toBeLessThan(150)
      }),
    )
  })
})
