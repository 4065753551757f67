import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { Reading } from '../../../pipeline/analysis/reading.ts'
import type { CalibrationDocument } from '../../../pipeline/briefings/calibration.ts'
import type { BriefingDocument } from '../../../pipeline/briefings/document.ts'
import type { ErrorBody } from '../../../server/errors.ts'
import type { documents } from '../../../server/openapi/documents.ts'
import type { error } from '../../../server/openapi/schemas/error.ts'
import type { reading } from '../../../server/openapi/schemas/reading.ts'

test('what the pipeline makes is what the description says, to the compiler', () => {
  expectTypeOf<Reading>().toExtend<z.infer<typeof reading>>()
  expectTypeOf<BriefingDocument>().toExtend<z.infer<typeof documents.briefing>>()
  expectTypeOf<CalibrationDocument>().toExtend<z.infer<typeof documents.calibration>>()
  expectTypeOf<ErrorBody>().toExtend<z.infer<typeof error>>()
})
