/**
 * Units of sources that state what others state in a larger one: a value of the source divided by `divisor` is one in `unit`, so a concept
 * has one unit whoever publishes it. With an `upstream` only its series are converted: public debt and the holdings of the Federal
 * Reserve come to the dollar, and other amounts in dollars are prices; flows of funds stay in millions, as everyone counts them.
 */
export const commonUnits: readonly {
  readonly source: string
  readonly unit: string
  readonly divisor: number
  readonly upstream: string | null
}[] = [
  ...['fred', 'fiscaldata', 'nyfed', 'treasury'].map((upstream) => ({
    source: 'USD mn',
    unit: 'USD bn',
    divisor: 1e3,
    upstream,
  })),
  { source: 'USD', unit: 'USD bn', divisor: 1e9, upstream: 'fiscaldata' },
  { source: 'USD', unit: 'USD bn', divisor: 1e9, upstream: 'nyfed' },
  { source: 'TH/s', unit: 'EH/s', divisor: 1e6, upstream: null },
  { source: 'H/s', unit: 'EH/s', divisor: 1e18, upstream: null },
  { source: 'thousand barrels', unit: 'mn bbl', divisor: 1e3, upstream: null },
  { source: 'thousand barrels a day', unit: 'mn bbl/d', divisor: 1e3, upstream: null },
  { source: 'vB', unit: 'vMB', divisor: 1e6, upstream: null },
]
