import { defineSystemKind } from './kind.ts'
import { part, type SchemaType } from './schema.ts'

export const absentSchema = part((z) =>
  z
    .object({
      place: z.string().describe('For example `briefing/btc.pulse`, `metric/vix` or `treasuries/MSTR`.'),
      never: z.boolean().describe('True if no refresh of this server will bring it (404 NOT_OFFERED), else 503 NOT_PUBLISHED.'),
      why: z.string(),
    })
    .meta({ id: 'Absent', description: 'A document that is not published: there is no data for it, or no edition can hold it.' }),
)

const absentList = part((z) => z.array(absentSchema(z)).meta({ id: 'AbsentList' }))

/** A document of the registries that is not published, and why, in a sentence without its stop. */
export type AbsentDocument = SchemaType<typeof absentSchema>

export const absentKind = defineSystemKind({
  kind: 'absent',
  id: 'absent',
  component: 'AbsentList',
  schema: absentList,
  formats: ['json'],
})
