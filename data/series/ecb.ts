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

/**
 * Spot yields of the governments of the euro area that are rated AAA, continuously compounded: the area's benchmark curve, and not that of
 * Germany.
 */
const spotYield = <Tenor extends string>(tenor: Tenor, name: string) =>
  ({
    id: `ecb.YC.${tenor}`,
    key: `YC.B.U2.EUR.4F.G_N_A.SV_C_YM.${tenor}`,
    upstream: 'ecb',
    title: `Euro area AAA governments, spot yield, ${name}`,
    unit: 'percent',
    frequency: 'business',
    holidays: 'target',
    rule: 'frankfurt-noon',
    revised: 'seldom',
    range: [-5, 20],
    url: `https://data.ecb.europa.eu/data/datasets/YC/YC.B.U2.EUR.4F.G_N_A.SV_C_YM.${tenor}`,
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
  spotYield('SR_2Y', '2 years'),
  spotYield('SR_10Y', '10 years'),
] as const satisfies readonly Series[]
