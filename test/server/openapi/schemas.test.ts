import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { errorBody } from '../../../server/http/errors.ts'
import type { errorSchema } from '../../../server/schemas/error.ts'

test('what the server answers is what the description says, to the compiler', () => {
  expectTypeOf<ReturnType<typeof errorBody>>().toExtend<z.infer<typeof errorSchema>>()
})
