import { describe, test } from 'vitest'
import { mutateDocument, mutatedDocuments } from './mutations.ts'

describe('2,000 mutations of', () => {
  test.each(mutatedDocuments)(
    '%s give no crash and no invented figure',
    (name) => {
      const { read, slowestMs } = mutateDocument(name, 2_000)
      console.log(`${name}: ${read} of 2,000 read, slowest ${slowestMs.toFixed(0)} ms`)
    },
    3_600_000,
  )
})
