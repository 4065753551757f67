import { namedRows } from './named-rows.ts'

/**
 * What askers call things, and what answers them: ids of `search`, the best first. A topic is meant where all words of one of its `asked` are in a
 * question, and no others but those of `questionFillers`. So that `core inflation` is looked for by its own words.
 */
export interface QuestionTopic {
  readonly asked: readonly string[]
  readonly leads: readonly string[]
}

export const questionTopics: readonly QuestionTopic[] = [
  { asked: ['inflation'], leads: ['metric:cpi-inflation', 'metric:consumer-prices', 'briefing:macro.snapshot'] },
  { asked: ['cpi', 'consumer price index'], leads: ['metric:consumer-prices', 'metric:cpi-inflation'] },
  { asked: ['recession'], leads: ['briefing:cross.regime', 'metric:sahm-indicator', 'metric:yield-curve'] },
  {
    asked: ['fomc', 'fomc meeting', 'fed meeting', 'fed decision', 'rate decision'],
    leads: ['metric:fed-funds-upper', 'briefing:macro.calendar'],
  },
  { asked: ['federal funds', 'fed funds'], leads: ['metric:fed-funds-upper', 'metric:effective-fed-funds'] },
  { asked: ['curve inverted', 'inversion', 'inverted'], leads: ['metric:yield-curve', 'briefing:macro.rates'] },
  { asked: ['bitcoin volatile', 'bitcoin volatility', 'btc volatility'], leads: ['metric:bitcoin-volatility'] },
  { asked: ['volatile'], leads: ['metric:vix', 'metric:bitcoin-volatility'] },
  { asked: ['changed', 'changes', 'yesterday', 'changed yesterday'], leads: ['changes:since-yesterday'] },
  { asked: ['auction', 'treasury auction'], leads: ['briefing:macro.auctions'] },
  { asked: ['yen', 'japanese yen'], leads: ['metric:jpy-usd', 'briefing:fx.liquidity'] },
  {
    asked: ['etf', 'etfs', 'bitcoin etf', 'bitcoin etfs', 'etf flows', 'sold etfs', 'bought etfs'],
    leads: ['briefing:btc.etf-flows', 'metric:btc-etf-flow'],
  },
  { asked: ['jobs added', 'nonfarm', 'jobs report'], leads: ['metric:payroll-gain', 'metric:payrolls'] },
  { asked: ['gold', 'gold price'], leads: ['briefing:commodities.gold', 'metric:gold-month'] },
  { asked: ['oil stocks'], leads: ['briefing:commodities.energy-basket', 'metric:crude-stocks'] },
  { asked: ['fed shrinking', 'quantitative tightening', 'qt'], leads: ['briefing:bonds.full', 'metric:fed-balance'] },
]

/** Words that a question may have besides; days of a month too. */
export const questionFillers = [
  'again april august been date day december down falling far february high higher january july june last latest likely low lower many march may month most much new newest next november now number october of over',
  'past rate rising september since still strong strongest there up us usa very weak weakest week year',
]
  .join(' ')
  .split(' ')

/** A subject that is not covered. `asked`: each alone is enough, whatever else the question has; `alone`: only `nearest` is found, else companies too. */
export interface UncoveredSubject {
  readonly id: string
  readonly title: string
  readonly asked: readonly string[]
  readonly nearest: readonly string[]
  readonly alone: boolean
}

export const uncoveredSubjects: readonly UncoveredSubject[] = namedRows('id', {
  sp500: {
    title: 'the S&P 500 and other share indices of the USA',
    asked: ['S&P 500', 'S&P', 'sp500', 'spx', 'dow jones', 'russell 2000'],
    nearest: ['metric:spy-share', 'briefing:cross.breadth', 'metric:vix', 'briefing:cross.correlations'],
    alone: true,
  },
  nasdaq: {
    title: 'the Nasdaq indices',
    asked: ['nasdaq', 'ndx'],
    nearest: ['metric:qqq-share', 'briefing:cross.breadth', 'metric:vix', 'briefing:cross.correlations'],
    alone: true,
  },
  forecasts: {
    title: 'forecasts of prices',
    asked: ['price forecast', 'price prediction', 'price target', 'predict'],
    nearest: ['briefing:cross.regime', 'briefing:btc.factors'],
    alone: true,
  },
  'share-prices': {
    title: 'prices of single shares; briefings on companies have what they filed',
    asked: ['stock price', 'share price'],
    nearest: [],
    alone: false,
  },
})
