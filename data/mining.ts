/**
 * Assumptions of the mining margin. All of it is assumed and printed as such: what a fleet runs and what it pays for power is known to
 * its owner. Energy of machines at the wall by their maker; `onSale` is the day from which a machine counts, about the month it was first
 * shipped, so that no past day is judged by a machine that nobody could buy.
 */
export interface Machine {
  readonly name: string
  /** Joules a terahash, which is watts per terahash a second. */
  readonly joulesPerTerahash: number
  /** `YYYY-MM-DD`. */
  readonly onSale: string
}

/** One machine a generation, oldest first. Specifications of Bitmain; months of first shipment as the trade press had them. */
export const miningMachines: readonly Machine[] = [
  { name: 'Antminer S5', joulesPerTerahash: 510, onSale: '2014-12-01' },
  { name: 'Antminer S7', joulesPerTerahash: 250, onSale: '2015-09-01' },
  { name: 'Antminer S9', joulesPerTerahash: 98, onSale: '2016-06-01' },
  { name: 'Antminer S17', joulesPerTerahash: 45, onSale: '2019-04-01' },
  { name: 'Antminer S19', joulesPerTerahash: 34.2, onSale: '2020-05-01' },
  { name: 'Antminer S19 XP', joulesPerTerahash: 21.5, onSale: '2022-08-01' },
  { name: 'Antminer S21', joulesPerTerahash: 17.5, onSale: '2024-01-01' },
  { name: 'Antminer S21 XP', joulesPerTerahash: 13.5, onSale: '2024-10-01' },
]

/** Machines said to be in use on a day: the newest this many generations. */
export const machinesInUse = 4

export interface PowerPrice {
  readonly id: 'low' | 'middle' | 'high'
  /** US cents a kilowatt hour. */
  readonly cents: number
  readonly source: string
}

/** What miners pay for power, the same on every day. Surveys are few: these stand for the range, not for one miner. */
export const powerPrices = [
  {
    id: 'low',
    cents: 4.5,
    source: 'median electricity cost, Cambridge Digital Mining Industry Report, April 2025',
  },
  {
    id: 'middle',
    cents: 5.55,
    source: 'electricity and all other operating costs, Cambridge Digital Mining Industry Report, April 2025',
  },
  { id: 'high', cents: 7.5, source: 'hosted machines at 7 to 8 cents, Luxor, December 2022' },
] as const satisfies readonly PowerPrice[]

/**
 * Fuel that gas-fired plants burn, in Btu a kilowatt hour: combined-cycle plants built since 2015, all US gas plants in 2022, combined-cycle
 * plants built before 2000 (Energy Information Administration, Today in Energy of October 2020 and Electric Power Annual, table 8.1).
 */
export const heatRates = { low: 6_654, middle: 7_740, high: 8_840 } as const

/** The three cases of a cost: the newest machines on the cheapest power, the two generations in the middle, the oldest on the most expensive. */
export const costCases = ['low', 'middle', 'high'] as const
export type CostCase = (typeof costCases)[number]

/** Miners that host or may host computers of others: those whose filed agreements are listed, by ticker. */
export const hostingMiners: readonly string[] = ['CORZ', 'IREN', 'CLSK', 'RIOT', 'MARA', 'HUT', 'CIFR', 'WULF']

/** The item of an 8-K under which a company files a material agreement. */
export const agreementItem = '1.01'
