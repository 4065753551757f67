import { describe, expect, test } from 'vitest'
import { mutationsOf, servedOf, standsIn, wordings } from './holdings.ts'

describe('every digit and every coin of every wording changed', () => {
  test.each(wordings.map((row) => [row.text, row] as const))('%s', (_, row) => {
    for (const { text, of } of mutationsOf(row))
      for (const btc of servedOf(text, row)) {
        expect(of, text).toBe('digit')
        expect(standsIn(text, String(btc)), text).toBe(true)
      }
  })
})
