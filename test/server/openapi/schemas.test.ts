import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import { schemaFiles } from '../../../scripts/generate-schemas.ts'
import type { errorBody } from '../../../server/http/errors.ts'
import type { error } from '../../../server/schemas/error.ts'
import { read } from '../../house/tree.ts'

test('what the server answers is what the description says, to the compiler', () => {
  expectTypeOf<ReturnType<typeof errorBody>>().toExtend<z.infer<typeof error>>()
})

test('the generated tables follow from the schemas', ({ expect }) => {
  for (const [path, text] of Object.entries(schemaFiles())) expect(read(path) === text, `${path} is stale`).toBe(true)
})
