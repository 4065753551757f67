import type { Series } from './row.ts'

const weekly = { upstream: 'eia', frequency: 'weekly', rule: 'eia-petroleum', revised: 'seldom' } as const
const page = <const Name extends string, const Frequency extends 'W' | 'D' = 'W'>(name: Name, frequency = 'W' as Frequency) =>
  ({
    id: `eia.${name}`,
    key: `PET.${name}.${frequency}`,
    url: `https://www.eia.gov/dnav/pet/hist/LeafHandler.ashx?n=PET&s=${name}&f=${frequency}`,
  }) as const
const stocks = <const Name extends string>(name: Name, title: string, range: Series['range']) =>
  ({ ...weekly, ...page(name), title, unit: 'thousand barrels', range }) as const
const flow = <const Name extends string>(name: Name, title: string, range: Series['range']) =>
  ({ ...weekly, ...page(name), title, unit: 'thousand barrels a day', range }) as const
const spot = { upstream: 'eia', frequency: 'business', rule: 'eia-spot', revised: 'seldom' } as const

/**
 * Series of the Energy Information Administration: weeks by the Friday they end with, spot prices by the day. Crude stocks are those without
 * the strategic reserve.
 */
export const eiaSeries = [
  stocks('WCESTUS1', 'US commercial crude oil stocks, without the strategic reserve', [50_000, 2_000_000]),
  stocks('WGTSTUS1', 'US gasoline stocks', [50_000, 1_000_000]),
  stocks('WDISTUS1', 'US distillate stocks', [30_000, 1_000_000]),
  { ...weekly, ...page('WPULEUS3'), title: 'US refinery utilisation', unit: 'percent', range: [20, 110] },
  flow('WRPUPUS2', 'US petroleum products supplied', [5_000, 50_000]),
  flow('WCRFPUS2', 'US crude oil production', [2_000, 50_000]),
  stocks('W_EPC0_SAX_YCUOK_MBBL', 'Crude oil stocks at Cushing, Oklahoma', [3_000, 200_000]),
  flow('WCRRIUS2', 'US refinery input of crude oil', [2_000, 40_000]),
  flow('WCRIMUS2', 'US crude oil imports', [500, 30_000]),
  flow('WCREXUS2', 'US crude oil exports', [0, 30_000]),
  flow('WGFUPUS2', 'US finished gasoline supplied', [2_000, 30_000]),
  flow('WDIUPUS2', 'US distillate fuel oil supplied', [500, 20_000]),
  {
    ...weekly,
    id: 'eia.NW2_EPG0_SWO_R48_BCF',
    key: 'NG.NW2_EPG0_SWO_R48_BCF.W',
    title: 'US natural gas in storage, lower 48 states',
    unit: 'bcf',
    rule: 'eia-gas',
    range: [200, 10_000],
    url: 'https://www.eia.gov/dnav/ng/hist/nw2_epg0_swo_r48_bcfw.htm',
  },
  {
    ...spot,
    ...page('RWTC', 'D'),
    title: 'WTI crude oil spot, Cushing (EIA)',
    unit: 'USD/bbl',
    holidays: 'us-money-market',
    range: [-100, 1_000],
  },
  {
    ...spot,
    ...page('RBRTE', 'D'),
    title: 'Brent crude oil spot, Europe (EIA)',
    unit: 'USD/bbl',
    holidays: 'england',
    range: [1, 1_000],
  },
  {
    ...spot,
    id: 'eia.RNGWHHD',
    key: 'NG.RNGWHHD.D',
    title: 'Henry Hub natural gas spot (EIA)',
    unit: 'USD/MMBtu',
    holidays: 'us-market',
    range: [-10, 500],
    url: 'https://www.eia.gov/dnav/ng/hist/rngwhhdD.htm',
  },
  {
    upstream: 'eia',
    id: 'eia.grid.US48',
    key: 'rto/US48/D',
    title: 'US lower 48 electricity demand, hours stamped on the UTC day',
    unit: 'MWh',
    frequency: 'daily',
    rule: 'eia-grid',
    revised: 'seldom',
    range: [4_000_000, 40_000_000],
    url: 'https://www.eia.gov/electricity/gridmonitor/',
  },
  {
    upstream: 'eia',
    id: 'eia.retail.US-IND',
    key: 'retail/US/IND',
    title: 'US average price of electricity, industrial customers',
    unit: 'cents/kWh',
    frequency: 'monthly',
    rule: 'eia-retail-power',
    // each autumn by the annual census of utilities
    revised: 'annually',
    range: [1, 40],
    url: 'https://www.eia.gov/electricity/monthly/epm_table_grapher.php?t=epmt_5_03',
  },
] as const satisfies readonly Series[]
