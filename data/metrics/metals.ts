import { namedRows } from '../named-rows.ts'
import { fundShareMetric, managedMoney, managedShare, month } from './commodity.ts'
import type { MetricRows } from './row.ts'

/** Metals: prices of the month, positions in futures, shares of funds. A share of a fund is never the price of the metal. */
export const metalMetrics = namedRows('metric', {
  'gold-month': {
    ...month('gold', 'Gold'),
    aliases: ['gold', 'gold-price', 'xau'],
    prose: 'gold’s monthly price',
    description: 'World Bank: mean of the London afternoon price over the month, dollars per troy ounce.',
    why: 'The one price of gold that is free to publish, a month at a time.',
  },
  'silver-month': {
    ...month('silver', 'Silver'),
    aliases: ['silver', 'silver-price', 'xag'],
    prose: 'silver’s monthly price',
    description: 'World Bank: mean of the London price over the month, dollars per troy ounce.',
    why: 'Half metal of industry, half money: it moves with gold, and further.',
  },
  'platinum-month': {
    ...month('platinum', 'Platinum'),
    aliases: ['platinum'],
    description: 'World Bank: mean of the month, dollars per troy ounce.',
    why: 'Catalysts and jewellery; its discount to gold says what cars buy.',
  },
  'copper-month': {
    ...month('copper', 'Copper'),
    aliases: ['copper', 'copper-price'],
    prose: 'copper’s monthly price',
    description: 'World Bank: mean of the London Metal Exchange price over the month, dollars per tonne.',
    why: 'The metal of wires and building, read as a gauge of world industry.',
  },
  'aluminium-month': {
    ...month('aluminium', 'Aluminium'),
    aliases: ['aluminium', 'aluminum'],
    description: 'World Bank: mean of the London Metal Exchange price over the month, dollars per tonne.',
    why: 'Power made solid: its price follows energy and Chinese output.',
  },
  'nickel-month': {
    ...month('nickel', 'Nickel'),
    aliases: ['nickel'],
    description: 'World Bank: mean of the London Metal Exchange price over the month, dollars per tonne.',
    why: 'Steel and batteries; Indonesian supply sets it.',
  },
  'zinc-month': {
    ...month('zinc', 'Zinc'),
    aliases: ['zinc'],
    description: 'World Bank: mean of the London Metal Exchange price over the month, dollars per tonne.',
    why: 'Galvanised steel, and with it construction.',
  },
  'iron-ore-month': {
    ...month('iron-ore', 'Iron ore'),
    aliases: ['iron-ore'],
    description:
      'World Bank: mean of the spot price delivered to China over the month, dollars per dry metric tonne unit of 62% iron.',
    why: 'Chinese steel, and with it Chinese building.',
  },
  'gold-silver-ratio': {
    aliases: ['gold-to-silver', 'silver-ratio'],
    title: 'Gold over silver',
    prose: 'the gold-silver ratio',
    description: 'Ounces of silver for an ounce of gold, at the prices of the month.',
    why: 'High in recessions, low when industry buys silver.',
    unit: '1',
    formula: 'ratio',
    of: ['gold-month', 'silver-month'],
  },
  'copper-gold-ratio': {
    aliases: ['copper-to-gold'],
    title: 'Copper over gold',
    prose: 'the copper-gold ratio',
    description: 'Ounces of gold for a tonne of copper, at the prices of the month.',
    why: 'Growth against fear, read beside the 10-year yield.',
    unit: '1',
    formula: 'ratio',
    of: ['copper-month', 'gold-month'],
  },
  'gold-managed-money-net': { ...managedMoney('gold', 'Gold', 'COMEX gold'), aliases: ['gold-positioning', 'gold-speculators'] },
  'gold-managed-money-share': managedShare('gold', 'Gold'),
  'silver-managed-money-net': { ...managedMoney('silver', 'Silver', 'COMEX silver'), aliases: ['silver-positioning'] },
  'silver-managed-money-share': managedShare('silver', 'Silver'),
  'copper-managed-money-net': { ...managedMoney('copper', 'Copper', 'COMEX copper'), aliases: ['copper-positioning'] },
  'copper-managed-money-share': managedShare('copper', 'Copper'),
  'gld-share': {
    ...fundShareMetric('GLD'),
    aliases: ['gld', 'gld-price'],
    title: 'Share of SPDR Gold Shares (GLD)',
    prose: 'the gold fund GLD',
    description:
      'Close of one share of GLD, a trust that holds gold bars: about a tenth of an ounce less its fees, not the price of gold.',
    why: 'How gold is bought in a brokerage account, day by day.',
  },
  'slv-share': {
    ...fundShareMetric('SLV'),
    aliases: ['slv', 'slv-price'],
    title: 'Share of the iShares Silver Trust (SLV)',
    prose: 'the silver fund SLV',
    description:
      'Close of one share of SLV, a trust that holds silver bars: about an ounce less its fees, not the price of silver.',
    why: 'How silver is bought in a brokerage account, day by day.',
  },
  'cper-share': {
    ...fundShareMetric('CPER'),
    aliases: ['cper', 'cper-price'],
    title: 'Share of the United States Copper Index Fund (CPER)',
    prose: 'the copper fund CPER',
    description: 'Close of one share of CPER, which holds and rolls copper futures: its drift against copper is roll yield.',
    why: 'The daily gauge of copper that trades with shares.',
  },
  'gdx-share': {
    ...fundShareMetric('GDX'),
    rise: 'bullish for producers',
    aliases: ['gdx', 'gdx-price', 'gold-miners'],
    title: 'Share of the VanEck Gold Miners fund (GDX)',
    prose: 'the miners’ fund GDX',
    description: 'Close of one share of GDX, which holds companies that mine gold.',
    why: 'Miners are gold with costs and debt: they lead it or lag it.',
  },
} as const satisfies MetricRows)
