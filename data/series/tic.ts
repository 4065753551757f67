import type { Series } from './row.ts'

const monthly = {
  upstream: 'treasury',
  unit: 'USD mn',
  frequency: 'monthly',
  rule: 'tic',
  // older months with each annual survey
  revised: 'annually',
  url: 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table1.txt',
} as const

const holdings = <const Code extends string>(code: Code, who: string) =>
  ({
    ...monthly,
    id: `tic.${code}.treasuries`,
    key: `tic/${code}/for_lt_treas_pos`,
    title: `Long-term Treasury securities held by ${who}`,
    range: [0, 30_000_000],
  }) as const

const purchases = <const Code extends string>(code: Code, who: string) =>
  ({
    ...monthly,
    id: `tic.${code}.treasuries-net`,
    key: `tic/${code}/for_lt_treas_net`,
    title: `Long-term Treasury securities, net purchases by ${who}`,
    range: [-1_000_000, 1_000_000],
  }) as const

/**
 * Treasury International Capital, table 1 of the SLT: long-term securities, bills not among them, by the country of the custodian. Belgium,
 * Luxembourg, the United Kingdom and the Cayman Islands hold for others. A positive net sale of the United States is a purchase by foreigners.
 */
export const ticSeries = [
  holdings('99996', 'foreigners'),
  purchases('99996', 'foreigners'),
  holdings('99990', 'foreign official institutions'),
  purchases('99990', 'foreign official institutions'),
  holdings('42609', 'Japan'),
  purchases('42609', 'Japan'),
  holdings('41408', 'mainland China'),
  purchases('41408', 'mainland China'),
  holdings('13005', 'the United Kingdom'),
  purchases('13005', 'the United Kingdom'),
  holdings('29998', 'Canada'),
  purchases('29998', 'Canada'),
  holdings('10251', 'Belgium'),
  purchases('10251', 'Belgium'),
  holdings('10804', 'France'),
  purchases('10804', 'France'),
  holdings('11703', 'Luxembourg'),
  purchases('11703', 'Luxembourg'),
  holdings('36137', 'the Cayman Islands'),
  purchases('36137', 'the Cayman Islands'),
  holdings('46302', 'Taiwan'),
  purchases('46302', 'Taiwan'),
  holdings('46019', 'Singapore'),
  purchases('46019', 'Singapore'),
  holdings('11401', 'Ireland'),
  purchases('11401', 'Ireland'),
  holdings('42005', 'Hong Kong'),
  purchases('42005', 'Hong Kong'),
  holdings('12688', 'Switzerland'),
  purchases('12688', 'Switzerland'),
  holdings('12203', 'Norway'),
  purchases('12203', 'Norway'),
  holdings('30309', 'Brazil'),
  purchases('30309', 'Brazil'),
  holdings('42102', 'India'),
  purchases('42102', 'India'),
] as const satisfies readonly Series[]

const major = <const Code extends string, const Line extends string>(code: Code, line: Line, who: string) =>
  ({
    upstream: 'treasury',
    unit: 'USD bn',
    frequency: 'monthly',
    rule: 'tic',
    revised: 'annually',
    id: `tic.${code}.treasuries-with-bills`,
    key: `major/${line}`,
    title: `Treasury securities held by ${who}, bills included`,
    range: [0, 30_000],
    url: 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table5.html',
  }) as const

/**
 * Table 5 of the SLT: the largest foreign holders of Treasury securities, bills included, in billions, by the country of the custodian.
 * Codes are those of table 1; the table itself names its lines. It gives 13 months, so that older ones are only those kept here.
 */
export const ticMajorSeries = [
  major('99996', 'Grand Total', 'foreigners'),
  major('99990', 'Of Which: Foreign Official', 'foreign official institutions'),
  {
    ...major('99990', 'Of Which: Foreign Official Treasury Bills', 'foreign official institutions'),
    id: 'tic.99990.treasury-bills',
    title: 'Treasury bills held by foreign official institutions',
    range: [0, 10_000],
  },
  major('42609', 'Japan', 'Japan'),
  major('41408', 'China, Mainland', 'mainland China'),
  major('13005', 'United Kingdom', 'the United Kingdom'),
  major('10251', 'Belgium', 'Belgium'),
  major('11703', 'Luxembourg', 'Luxembourg'),
  major('36137', 'Cayman Islands', 'the Cayman Islands'),
] as const satisfies readonly Series[]
