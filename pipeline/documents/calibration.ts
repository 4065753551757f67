import { defineKind } from './kind.ts'
import { confidenceCalibration } from './reading.ts'
import { day, identity, type Of, part } from './schema.ts'

const sampled = part((z) =>
  z
    .object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() })
    .meta({ id: 'Sampled', description: 'A figure with its 95 % interval.' }),
)

/** Forecasts with a probability from `from` to below `to` (the last one to 1): what they said on average, and how many held. */
const reliabilityBin = part((z) =>
  z.object({
    from: z.number(),
    to: z.number(),
    forecasts: z.int(),
    probability: z.number().nullable(),
    hit_rate: z.number().nullable(),
  }),
)

const calibrationReport = part((z) =>
  z
    .object({
      forecasts: z.int(),
      n: z.int().meta({ description: 'Windows that do not overlap within their series.' }),
      hit_rate: z.number(),
      brier: sampled(z),
      base_brier: sampled(z),
      skill: sampled(z),
      calibration_error: sampled(z),
      reliability: z.array(reliabilityBin(z)),
    })
    .meta({ id: 'CalibrationReport' }),
)

const calibration = part((z) =>
  z
    .object({
      as_of: day(z),
      sample: identity(z).sample,
      pooled: calibrationReport(z).nullable(),
      metrics: z.array(
        z.object({
          metric: z.string(),
          title: z.string(),
          score: z.number().nullable(),
          why: z.string().nullable(),
          horizon_days: z.int(),
          calibration: confidenceCalibration(z).nullable(),
          brier: sampled(z).nullable(),
          skill: sampled(z).nullable(),
        }),
      ),
    })
    .meta({ id: 'Calibration', description: 'How past confidence scores compare with outcomes.' }),
)

/** A figure of a sample of forecasts; the ends are null where there are too few blocks to draw from. */
export type Sampled = Of<typeof sampled>
/** How forecasts stand to what happened: mean squared error of the probabilities, and of the base rate in their place. */
export type CalibrationReport = Of<typeof calibrationReport>
/** How past scores stand to what happened, of all metrics together and of each. */
export type CalibrationDocument = Of<typeof calibration>

export const calibrationKind = defineKind({
  kind: 'calibration',
  folder: 'system',
  id: 'calibration',
  only: 'calibration',
  component: 'Calibration',
  schema: calibration,
  formats: ['json', 'md', 'html'],
  stamped: false,
  route: {
    operation: 'getCalibration',
    path: '/api/calibration',
    tag: { name: 'System', description: 'The state of the server and its data. Open.' },
    summary: 'Record of past confidence scores',
    description: 'How often signals held compared with their scores, with intervals.',
    parameter: null,
    price: null,
    needsPlan: false,
    otherwise: 'json',
  },
})
