import { describe, test } from 'vitest'
import { withoutCompanies } from '../recorded-companies.ts'
import { mutateDocument, mutatedDocuments } from './document-mutations.ts'

describe.skipIf(withoutCompanies)('20 mutations of', () => {
  test.each(mutatedDocuments)('%s give no crash and no invented figure', (name) => void mutateDocument(name, 20), 120_000)
})
