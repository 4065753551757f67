import type { Series } from './row.ts'

/** Units of a currency to one euro, fixed at 14:10 Frankfurt time. */
const referenceRate = <Currency extends string>(currency: Currency, name: string, range: readonly [number, number]) =>
  ({
    id: `ecb.EXR.${currency}`,
    key: `EXR.D.${currency}.EUR.SP00.A`,
    upstream: 'ecb',
    title: `${name} per euro, ECB reference rate`,
    unit: `${currency}/EUR`,
    frequency: 'business',
    holidays: 'target',
    rule: 'ecb-reference',
    // fixed once a day; the bank corrects errors
    revised: 'seldom',
    range,
    url: `https://data.ecb.europa.eu/data/datasets/EXR/EXR.D.${currency}.EUR.SP00.A`,
  }) as const

/** Series of the European Central Bank. */
export const ecbSeries = [
  referenceRate('USD', 'Dollars', [0.3, 4]),
  referenceRate('JPY', 'Yen', [30, 800]),
  referenceRate('GBP', 'Pounds', [0.2, 3]),
  referenceRate('CHF', 'Swiss francs', [0.3, 4]),
  referenceRate('CNY', 'Yuan', [2, 40]),
  {
    id: 'ecb.DFR',
    key: 'FM.B.U2.EUR.4F.KR.DFR.LEV',
    upstream: 'ecb',
    title: 'ECB deposit facility rate, by the day it takes effect',
    unit: 'percent',
    frequency: 'on change',
    rule: 'ecb-key-rates',
    revised: 'never',
    range: [-5, 20],
    url: 'https://data.ecb.europa.eu/data/datasets/FM/FM.B.U2.EUR.4F.KR.DFR.LEV',
  },
] as const satisfies readonly Series[]
