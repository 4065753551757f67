import type { Series } from './row.ts'

/** Mean of a month, in dollars; `name` is that of the column, without its footnote marks. */
const month = <const Id extends string, const Unit extends string>(
  id: Id,
  name: string,
  unit: Unit,
  range: readonly [number, number],
  title: string,
) =>
  ({
    upstream: 'worldbank',
    id: `worldbank.${id}`,
    key: name,
    title: `${title}, mean of the month`,
    unit,
    frequency: 'monthly',
    rule: 'pink-sheet',
    // the newest month is preliminary for some, and final in the next edition
    revised: 'seldom',
    range,
    url: 'https://www.worldbank.org/en/research/commodity-markets',
  }) as const

/** Monthly prices of the World Bank's Pink Sheet. Over the editions of November 2025 and June 2026 only the newest month changed. */
export const worldbankSeries = [
  month('brent', 'Crude oil, Brent', 'USD/bbl', [0.5, 1_000], 'Brent crude oil'),
  month('wti', 'Crude oil, WTI', 'USD/bbl', [0.5, 1_000], 'WTI crude oil'),
  month('gas-us', 'Natural gas, US', 'USD/MMBtu', [0.05, 200], 'Natural gas at Henry Hub'),
  month('gas-europe', 'Natural gas, Europe', 'USD/MMBtu', [0.05, 500], 'Natural gas in Europe'),
  month('lng-japan', 'Liquefied natural gas, Japan', 'USD/MMBtu', [0.05, 200], 'Liquefied natural gas imported by Japan'),
  month('coal-australia', 'Coal, Australian', 'USD/t', [1, 2_000], 'Thermal coal, Australia'),
  month('gold', 'Gold', 'USD/oz', [20, 100_000], 'Gold'),
  month('silver', 'Silver', 'USD/oz', [0.5, 5_000], 'Silver'),
  month('platinum', 'Platinum', 'USD/oz', [20, 50_000], 'Platinum'),
  month('copper', 'Copper', 'USD/t', [200, 200_000], 'Copper'),
  month('aluminium', 'Aluminum', 'USD/t', [100, 50_000], 'Aluminium'),
  month('nickel', 'Nickel', 'USD/t', [500, 500_000], 'Nickel'),
  month('zinc', 'Zinc', 'USD/t', [50, 50_000], 'Zinc'),
  month('iron-ore', 'Iron ore, cfr spot', 'USD/dmtu', [1, 2_000], 'Iron ore'),
  month('wheat-srw', 'Wheat, US SRW', 'USD/t', [20, 5_000], 'Soft red winter wheat, United States'),
  month('wheat-hrw', 'Wheat, US HRW', 'USD/t', [20, 5_000], 'Hard red winter wheat, United States'),
  month('maize', 'Maize', 'USD/t', [10, 3_000], 'Maize, United States'),
  month('soybeans', 'Soybeans', 'USD/t', [30, 5_000], 'Soybeans'),
  month('soybean-meal', 'Soybean meal', 'USD/t', [20, 5_000], 'Soybean meal'),
  month('soybean-oil', 'Soybean oil', 'USD/t', [50, 10_000], 'Soybean oil'),
  month('rice-thai', 'Rice, Thai 5%', 'USD/t', [30, 5_000], 'Rice, Thailand, 5% broken'),
  month('urea', 'Urea', 'USD/t', [5, 5_000], 'Urea'),
  month('dap', 'DAP', 'USD/t', [10, 5_000], 'Diammonium phosphate'),
  month('potash', 'Potassium chloride', 'USD/t', [10, 5_000], 'Potassium chloride'),
] as const satisfies readonly Series[]
