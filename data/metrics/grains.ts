import { namedRows } from '../named-rows.ts'
import { fundShareMetric, managedMoney, managedShare, month } from './commodity.ts'
import type { MetricRows } from './row.ts'

/** Grains, oilseeds and what makes them grow: prices of the month, positions in futures, shares of funds. */
export const grainMetrics = namedRows('metric', {
  'wheat-srw-month': {
    ...month('wheat-srw', 'Wheat, soft red winter'),
    aliases: ['wheat', 'wheat-price', 'srw'],
    prose: 'soft wheat’s monthly price',
    description:
      'World Bank: US soft red winter wheat, export price, mean of the month, dollars per tonne. It is the wheat of Chicago futures and of WEAT.',
    why: 'Flour and feed; the wheat that futures and funds are about.',
  },
  'wheat-hrw-month': {
    ...month('wheat-hrw', 'Wheat, hard red winter'),
    aliases: ['hrw', 'kansas-wheat'],
    prose: 'hard wheat’s monthly price',
    description:
      'World Bank: US hard red winter wheat, export price, mean of the month, dollars per tonne. It is the wheat of Kansas City futures and of headlines of the World Bank.',
    why: 'Bread wheat, the larger US crop and export.',
    repeats: 'wheat-srw-month',
  },
  'corn-month': {
    ...month('maize', 'Maize'),
    aliases: ['corn', 'maize', 'corn-price'],
    prose: 'maize’s monthly price',
    description: 'World Bank: US No. 2 yellow maize, export price, mean of the month, dollars per tonne.',
    why: 'Feed and ethanol: the largest crop of the United States.',
  },
  'soybeans-month': {
    ...month('soybeans', 'Soybeans'),
    aliases: ['soybeans', 'soybean-price'],
    prose: 'soybeans’ monthly price',
    description: 'World Bank: soybeans, mean of the month, dollars per tonne.',
    why: 'Crushed into meal and oil; China buys most of what is shipped.',
  },
  'soybean-meal-month': {
    ...month('soybean-meal', 'Soybean meal'),
    aliases: ['soybean-meal'],
    description: 'World Bank: soybean meal, mean of the month, dollars per tonne.',
    why: 'The protein in feed, and most of what a crusher sells.',
  },
  'soybean-oil-month': {
    ...month('soybean-oil', 'Soybean oil'),
    aliases: ['soybean-oil'],
    description: 'World Bank: soybean oil, mean of the month, dollars per tonne.',
    why: 'Food and renewable diesel: policy moves it more than harvests.',
  },
  'rice-month': {
    ...month('rice-thai', 'Rice, Thai 5%'),
    aliases: ['rice', 'thai-rice'],
    description: 'World Bank: Thai white rice, 5% broken, export price, mean of the month, dollars per tonne.',
    why: 'The staple of Asia, thinly traded: bans on exports double it.',
  },
  'urea-month': {
    ...month('urea', 'Urea'),
    aliases: ['urea', 'nitrogen-fertiliser'],
    prose: 'urea’s monthly price',
    description: 'World Bank: urea, export price, mean of the month, dollars per tonne.',
    why: 'Nitrogen, made of gas: what farmers pay for yield and CF Industries sells.',
  },
  'dap-month': {
    ...month('dap', 'Diammonium phosphate'),
    aliases: ['dap', 'phosphate-fertiliser'],
    description: 'World Bank: diammonium phosphate, US Gulf, mean of the month, dollars per tonne.',
    why: 'The phosphate that Mosaic sells.',
  },
  'potash-month': {
    ...month('potash', 'Potash'),
    aliases: ['potash', 'potassium-chloride'],
    description: 'World Bank: potassium chloride, mean of the month, dollars per tonne.',
    why: 'Three countries sell most of it: sanctions and contracts set its price.',
  },
  'wheat-corn-ratio': {
    aliases: ['wheat-to-corn'],
    title: 'Wheat over maize',
    prose: 'the wheat-maize ratio',
    description: 'Soft red winter wheat over maize, at the prices of the month, tonne for tonne.',
    why: 'Near one wheat is fed to animals, which holds it up.',
    unit: '1',
    formula: 'ratio',
    of: ['wheat-srw-month', 'corn-month'],
  },
  'corn-urea-ratio': {
    aliases: ['fertiliser-affordability'],
    title: 'Maize over urea',
    prose: 'the maize-urea ratio',
    description: 'Tonnes of urea a tonne of maize pays for, at the prices of the month.',
    why: 'Where it is low farmers plant soybeans, which need no nitrogen.',
    unit: '1',
    formula: 'ratio',
    of: ['corn-month', 'urea-month'],
  },
  'wheat-srw-managed-money-net': {
    ...managedMoney('wheat-srw', 'Wheat', 'Chicago soft red winter wheat'),
    aliases: ['wheat-positioning'],
  },
  'wheat-srw-managed-money-share': managedShare('wheat-srw', 'Wheat'),
  'corn-managed-money-net': { ...managedMoney('corn', 'Maize', 'Chicago maize'), aliases: ['corn-positioning'] },
  'corn-managed-money-share': managedShare('corn', 'Maize'),
  'soybeans-managed-money-net': { ...managedMoney('soybeans', 'Soybeans', 'Chicago soybeans'), aliases: ['soybean-positioning'] },
  'soybeans-managed-money-share': managedShare('soybeans', 'Soybeans'),
  'weat-share': {
    ...fundShareMetric('WEAT'),
    aliases: ['weat', 'weat-price'],
    title: 'Share of the Teucrium Wheat Fund (WEAT)',
    prose: 'the wheat fund WEAT',
    description:
      'Close of one share of WEAT, which holds and rolls Chicago wheat futures: its drift against wheat is roll yield. Five old shares became one between August 2025 and June 2026.',
    why: 'The daily gauge of wheat that trades with shares.',
  },
} as const satisfies MetricRows)
