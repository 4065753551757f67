import { describe, test } from 'vitest'
import { mutateDocument, mutatedDocuments } from './mutations.ts'

describe('20 mutations of', () => {
  test.each(mutatedDocuments)('%s give no crash and no invented figure', (name) => void mutateDocument(name, 20))
})
