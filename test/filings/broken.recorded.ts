import { describe, test } from 'vitest'
import { brokenFiles, expectUnbroken } from './broken.ts'

describe('20 seeded mutations of excerpts of recorded filings: no crash, no hang, no other figure', () => {
  test.each(brokenFiles.map((file, index) => [file, index] as const))('%s', (file, index) => {
    console.info(`${file}: ${JSON.stringify(expectUnbroken(file, 20, 500 + index))}`)
  })
})
