import { z } from 'zod'
import { confidenceFactors, readingSchema } from '../../pipeline/documents/reading.ts'
import { identityMembers } from '../../pipeline/documents/schema.ts'

const { as_of, fingerprint, sample, notices } = identityMembers(z)

export const selectionSchema = z
  .looseObject({
    as_of,
    fingerprint,
    sample,
    notices,
    confidence_factors: z
      .record(z.string(), confidenceFactors(z))
      .optional()
      .describe('Of a briefing: the steps to the score of each of its readings that has one, by metric.'),
    readings_in_full: z
      .record(z.string(), readingSchema(z))
      .optional()
      .describe('Of a briefing: its readings with all their members, by metric, without the steps to their scores.'),
  })
  .meta({
    id: 'Selection',
    description:
      'The members of a document that `fields` names, each as in the whole document; `fingerprint` is that of the whole document.',
  })
