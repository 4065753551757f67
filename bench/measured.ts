import { readFileSync, writeFileSync } from 'node:fs'

/** What the commands measured last; `npm run docs` puts it into the docs. */
export const measuredFile = new URL('measured.json', import.meta.url)

export interface Measured {
  /** What a number of companies costs, by goal, as printed. */
  readonly companies: { readonly count: number; readonly rows: readonly (readonly string[])[] }
  readonly calibration: {
    /** Recorded histories: all, those in the pool, and those read with the unit, window and polarity of a metric of the product. */
    readonly histories: { readonly all: number; readonly pooled: number; readonly metrics: number }
    /** Printed figures of each pool, in the order of the columns. */
    readonly pools: readonly (readonly string[])[]
    readonly steps: readonly (readonly string[])[]
    readonly changes: { readonly histories: number; readonly median: string; readonly ninth: string; readonly lag: string }
  }
  readonly regime: {
    readonly fitted: { readonly days: number; readonly from: string }
    readonly until: string
    readonly labels: readonly {
      readonly since: string
      readonly changes: string
      readonly shares: string
      readonly differs: string
    }[]
    readonly forecasts: readonly (readonly string[])[]
    readonly events: readonly (readonly string[])[]
  }
}

export function readMeasured(): Measured {
  return JSON.parse(readFileSync(measuredFile, 'utf8')) as Measured
}

/** Puts what one command measured into the file, beside what others did. */
export function writeMeasured(part: Partial<Measured>): void {
  writeFileSync(measuredFile, `${JSON.stringify({ ...readMeasured(), ...part }, null, 2)}\n`)
}
