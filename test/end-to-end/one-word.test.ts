import { describe, expect, test } from 'vitest'
import { statusOf } from '../../cli/commands/status.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { catalogueOf } from '../../server/answers/catalogues.ts'
import { status } from '../../server/answers/system.ts'
import type { BriefingCatalogue } from '../../server/schemas/catalogue.ts'
import { sampleHome, sampleNow } from './home.ts'
import { oneWord } from './one-word.ts'

describe('everything of the sample home is said in one word, wherever it is said', () => {
  oneWord(sampleHome, sampleNow, (opened) => {
    test('and so it stays as time passes and nothing is read', async () => {
      const { folder, view } = opened()
      const day = 86_400_000
      const seen = new Set<string>()
      for (const after of [0, day, 4 * day, 60 * day]) {
        const now = sampleNow + after
        const later = await statusOf(folder, new Set(), now)
        const served = status(view, now)
        expect(served.feeds).toMatchObject(later.feeds.map(({ id, ...line }) => ({ feed: id, ...line })))
        const catalogue = (catalogueOf(briefingKind, view, now) as unknown as BriefingCatalogue).briefings.map(
          ({ id, freshness }) => [id, freshness],
        )
        expect(served.briefings.map(({ id, freshness }) => [id, freshness])).toEqual(catalogue)
        expect(later.briefings.map(({ id, status: word }) => [id, word])).toEqual(catalogue)
        for (const { status: word } of served.feeds) seen.add(word)
      }
      expect([...seen].sort()).toEqual(expect.arrayContaining(['fresh', 'late', 'stale']))
    })
  })
})
