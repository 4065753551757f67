import { describe, expect, test } from 'vitest'
import { strategy } from '../../filings/passages.ts'
import { filer, readAlone } from './holdings.ts'
import traps from './traps.json' with { type: 'json' }

/**
 * Sentences that count bitcoins, or seem to, and state no whole holding, by what review lists each as. Many are worded after filings and
 * releases of holders (`test/truth/holdings.json` has their addresses), with other figures; the others are invented.
 */
describe.each(Object.entries(traps))('no whole holding: %s', (kind, sentences) => {
  test.each(sentences)('%s', (text) => {
    for (const company of [filer, strategy]) {
      const read = readAlone(text, '2025-11-17', company).map(({ what, value, reason }) => [what, value, reason])
      expect(read).toEqual(kind === 'nothing' ? [] : [['bitcoin-passage', null, expect.stringContaining(`${kind}. Read`)]])
    }
  })
})
