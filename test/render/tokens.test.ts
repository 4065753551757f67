import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { beforeAll, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { escapeNotice } from '../../pipeline/documents/escape.ts'
import { singleTokenWords } from '../../pipeline/render/blocks-markdown.ts'
import { languageModelsText } from '../../server/docs/llms.ts'
import { nothingForSale } from '../../server/payments/status.ts'
import { sampleHome, viewOf } from '../end-to-end/home.ts'

/**
 * Tokens of o200k that a briefing of the sample day took before it led with what is unusual and stopped repeating what it explains; the
 * macro snapshot has since gained tables of inflation and jobs, and briefings that came later had no such form.
 */
const firstForm: Readonly<Record<string, number>> = {
  'btc.quick-check': 1083,
  'btc.on-chain': 1028,
  'cross.correlations': 2025,
  'btc.treasury': 1903,
  'btc.context': 1157,
  'btc.pulse': 1341,
  'btc.grid-stress': 1426,
  'btc.momentum': 1068,
  'macro.liquidity': 1585,
  'fx.liquidity': 1536,
  'cross.regime': 1798,
}

describe('what the briefings of the sample cost', () => {
  let tokens: (id: string, format: 'md' | 'json' | 'summary.md') => number
  let text: (id: string, format: 'summary.md' | 'summary.json') => string

  beforeAll(async () => {
    const view = await viewOf((await sampleHome()).folder)
    text = (id, format) => view.resident(`briefing/${id}`, format)!.plain.toString()
    const counted = new Map<string, number>()
    tokens = (id, format) => {
      const place = `${id} ${format}`
      const count = counted.get(place) ?? countTokens(view.resident(`briefing/${id}`, format)!.plain.toString())
      counted.set(place, count)
      return count
    }
  })

  test.each(briefingRows.map(({ id }) => id))(
    '%s: Markdown a quarter less than in its first form where it had one, 40 percent less than its JSON and at least a fifth of it, at most 4,000',
    (id) => {
      expect(tokens(id, 'md')).toBeLessThanOrEqual(0.75 * (firstForm[id] ?? Number.POSITIVE_INFINITY))
      expect(tokens(id, 'md')).toBeLessThanOrEqual(4_000)
      expect(tokens(id, 'md')).toBeLessThanOrEqual(0.6 * tokens(id, 'json'))
      expect(tokens(id, 'json')).toBeLessThanOrEqual(5 * tokens(id, 'md'))
    },
  )

  test.each(briefingRows.map(({ id }) => id))(
    '%s: the short form fewer than 150 tokens, with its state, its headline and every notice',
    (id) => {
      expect(tokens(id, 'summary.md')).toBeLessThan(150)
      const { title, state, headline, notices } = JSON.parse(text(id, 'summary.json'))
      for (const part of [title, state.label, headline, ...notices.map(escapeNotice)])
        expect(text(id, 'summary.md')).toContain(part)
    },
  )

  test.each(briefingRows.map(({ id }) => id))('%s: the short form is read alone', (id) => {
    const { headline, notices, turns } = JSON.parse(text(id, 'summary.json'))
    const [, after = ''] = text(id, 'summary.md').split(headline)
    const body = notices
      .reduce((rest: string, notice: string) => rest.replace(escapeNotice(notice), ''), after)
      .replace(/[*\s]+/g, ' ')
    if (turns.length > 0) expect(body).toMatch(/[A-Z][^.]* if .* (?:at|to|above|below) /)
    // a level, a sentence or a release, unless what sources require leaves no room
    if (tokens(id, 'summary.md') < 135) expect(body).toMatch(/\w/)
    expect(body).not.toMatch(/sha256|(?:^|[.!?] )(?:It|They|This|Next release that could:) |Late: /)
  })

  test('long words counted as one token are one', () => {
    expect([...singleTokenWords].filter((word) => countTokens(` ${word}`) !== 1)).toEqual([])
  })

  test('JSON costs the times as many tokens as Markdown that /llms.txt says', () => {
    const times = briefingRows.map(({ id }) => Math.round((10 * tokens(id, 'json')) / tokens(id, 'md')) / 10)
    const [least, most] = [Math.min(...times), Math.max(...times)]
    console.log(`JSON against Markdown: ${least} to ${most} times the tokens`)
    expect(languageModelsText(nothingForSale)).toContain(`about ${Math.round(least)} to ${Math.round(most)} times as many tokens`)
  })
})
