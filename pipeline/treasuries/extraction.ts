/** One check of a figure, passed or not, with what it compared. */
export interface Check {
  readonly name: string
  readonly passed: boolean
  readonly detail: string
}

/**
 * A figure taken from one filing. `value` is decimal text in `unit`, `asOf` the day (`YYYY-MM-DD`) the filing states it for, `place` and
 * `quote` where and how it stands there. `held`: a check failed, `reason` says which; it waits for a person and is never shown as a count.
 */
export interface Extraction {
  readonly accession: string
  readonly cik: string
  readonly what: 'bitcoin-total'
  readonly value: string
  readonly unit: 'BTC'
  readonly asOf: string
  readonly how: 'table' | 'sentence'
  readonly place: string
  readonly quote: string
  readonly check: readonly Check[]
  readonly status: 'served' | 'held'
  readonly reason: string | null
}

/** The extraction with one more check; a failed one holds it. */
export function withCheck(extraction: Extraction, check: Check): Extraction {
  const checks = [...extraction.check, check]
  const failed = checks.filter((done) => !done.passed)
  return {
    ...extraction,
    check: checks,
    status: failed.length === 0 ? 'served' : 'held',
    reason:
      failed.length === 0
        ? null
        : `${failed.map((done) => `${done.name}: ${done.detail}`).join('; ')}. Read the filing and accept or reject the figure.`,
  }
}
