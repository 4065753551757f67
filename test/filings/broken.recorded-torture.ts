import { describe, test } from 'vitest'
import { brokenFiles, expectUnbroken } from './broken.ts'

describe('2,000 mutations of excerpts of recorded filings', () => {
  test.each(brokenFiles.map((file, index) => [file, index] as const))('%s', (file, index) => {
    console.info(`${file}: ${JSON.stringify(expectUnbroken(file, 2_000, 50_000 + index))}`)
  })
})
