/**
 * Units of sources that state what metrics state in a larger one: a value of the source divided by `divisor` is one in `unit`. Every
 * series of the unit is converted, so that one concept has one unit whoever publishes it.
 */
export const commonUnits = [
  { source: 'USD mn', unit: 'USD bn', divisor: 1e3 },
  { source: 'TH/s', unit: 'EH/s', divisor: 1e6 },
  { source: 'H/s', unit: 'EH/s', divisor: 1e18 },
  { source: 'vB', unit: 'vMB', divisor: 1e6 },
] as const
