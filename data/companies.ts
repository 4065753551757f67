import { invented } from '../sample/world/companies.ts'
import { type Company, common, domestic, foreign, japanese, reviewed, split } from './companies/row.ts'

export { type Company, issuerId, type Split } from './companies/row.ts'

/** One class of shares by the cover of a recorded 10-Q, which was compared by hand. */
const commonByReport = { ...common, reviewed: ['periodic'] } as const
/**
 * The companies that are followed. Chosen by hand, not the market: each is or may be a holder of bitcoin. CIKs and EDINET codes are those of the
 * SEC's list of tickers of 2026-04-17 and of the FSA's code list of 2026-05-12; the rest was read in filings where `review` says so and is
 * otherwise for a reviewer to confirm.
 */
const real: readonly Company[] = [
  domestic(
    '0001050446',
    'MSTR',
    'Strategy',
    'US',
    'Largest holder; count by custom tag and in weekly 8-Ks. Cover counts stand per class: add A and B. Listed preferreds share the CIK and are no common stock.',
    {
      ...reviewed,
      classes: ['Class A common stock', 'Class B common stock'],
      formerNames: ['MicroStrategy'],
      programs: true,
      splits: [split('2024-08-08', 10, '8-K of 2024-07-11; covers of 10-Qs before and after')],
    },
  ),
  domestic(
    '0001507605',
    'MARA',
    'MARA Holdings',
    'US',
    'Miner. Part of its coins is lent or pledged: the filed total must hold them too. Coins mined and coins held stand in one table.',
  ),
  domestic(
    '0001167419',
    'RIOT',
    'Riot Platforms',
    'US',
    'Miner. Restricted coins (collateral) stand on a line of their own: add them.',
  ),
  domestic(
    '0000827876',
    'CLSK',
    'CleanSpark',
    'US',
    'Miner, year ends 30 September. The us-gaap tag holds coins bought by the miner; the total is a custom tag in a wrong unit. One class by the recorded 10-Q.',
    commonByReport,
  ),
  domestic(
    '0001964789',
    'HUT',
    'Hut 8',
    'US',
    'Miner and majority owner of ABTC, which it consolidates: the coins of ABTC must not count twice.',
  ),
  domestic('0001839341', 'CORZ', 'Core Scientific', 'US', 'Miner turned host of computing. Sells most of what it mines.'),
  domestic('0001819989', 'CIFR', 'Cipher Digital', 'US', 'Miner, formerly Cipher Mining. Pledged coins stand apart.'),
  domestic(
    '0001083301',
    'WULF',
    'TeraWulf',
    'US',
    'Miner turned host of computing. Sells what it mines: the count is near nothing.',
  ),
  domestic(
    '0001878848',
    'IREN',
    'IREN',
    'AU',
    'Miner, year ends 30 June. Sells daily: a count is the exception. Check from which year on it files 10-K.',
  ),
  domestic(
    '0001755953',
    'ABTC',
    'American Bitcoin',
    'US',
    'Miner and buyer, majority owned by HUT. Several classes of common stock. A third party lagged its filings in July 2026.',
  ),
  domestic(
    '0001946573',
    'NAKA',
    'Nakamoto',
    'US',
    'Formerly KindlyMD. The undimensioned tag is a pledged part; the total has its own member of the crypto-asset axis. One class by the recorded 10-Q; warrants are listed too.',
    commonByReport,
  ),
  domestic(
    '0001920406',
    'ASST',
    'Strive',
    'US',
    'Two classes of common stock and listed preferred stock; took over Semler Scientific with its coins.',
  ),
  domestic(
    '0002070457',
    'XXI',
    'Twenty One Capital',
    'US',
    'Holder since its merger with Cantor Equity Partners. Two classes of common stock.',
  ),
  domestic('0002076163', 'BRR', 'ProCap Financial', 'US', 'Holder since its merger of 2025.'),
  domestic(
    '0001849635',
    'DJT',
    'Trump Media & Technology Group',
    'US',
    'Holder; also holds options, securities that follow bitcoin, and another coin: only coins held count.',
  ),
  domestic(
    '0001679788',
    'COIN',
    'Coinbase Global',
    'US',
    'Exchange: coins of customers are not its own. Own investments stand by coin in the notes. Two classes.',
  ),
  domestic(
    '0001318605',
    'TSLA',
    'Tesla',
    'US',
    'Carmaker with a holding that seldom moves; the share of bitcoin in market value is below a tenth.',
    { splits: [split('2020-08-31', 5, '8-K of 2020-08-11'), split('2022-08-25', 3, '8-K of 2022-08-05')] },
  ),
  domestic(
    '0001512673',
    'XYZ',
    'Block',
    'US',
    'Payments, formerly SQ. Coins of customers and own investment stand apart. Two classes.',
  ),
  domestic('0001326380', 'GME', 'GameStop', 'US', 'Retailer, year ends about 1 February.', {
    splits: [split('2022-07-22', 4, '8-K of 2022-07-06')],
  }),
  domestic(
    '0001859392',
    'GLXY',
    'Galaxy Digital',
    'US',
    'Dealer in many coins: own, lent and borrowed bitcoin stand apart. Class B goes with units of the partnership.',
  ),
  domestic('0001821534', 'EXOD', 'Exodus Movement', 'US', 'Wallet maker paid in bitcoin. Two classes of common stock.'),
  domestic(
    '0001662684',
    'KULR',
    'KULR Technology',
    'US',
    'Maker of batteries with a treasury; part of it is collateral. Shares were merged 1 for 8 in 2025.',
  ),
  domestic(
    '0001889123',
    'FLD',
    'Fold Holdings',
    'US',
    'Rewards in bitcoin: coins held for rewards and for customers are not the treasury. One class by the recorded 10-Q; warrants are listed too.',
    commonByReport,
  ),
  domestic('0001829794', 'EMPD', 'Empery Digital', 'US', 'Formerly Volcon (VLCN).'),
  domestic('0001640384', 'LMFA', 'LM Funding America', 'US', 'Small miner and lender with a treasury.'),
  domestic('0001830081', 'RUM', 'Rumble', 'US', 'Video platform with a treasury. Three classes; one has votes only.'),
  domestic('0001641398', 'GDC', 'GD Culture Group', 'US', 'Took over a company for its coins.'),
  domestic(
    '0001784970',
    'NXTT',
    'Next Technology Holding',
    'US',
    'Formerly WeTrade. Count moves by contracts for coins not yet received: read the words. Check where it is run from.',
  ),
  domestic(
    '0001901799',
    'BTM',
    'Bitcoin Depot',
    'US',
    'Kiosks: coins held to sell at them are not the treasury. Several classes.',
  ),
  domestic('0001099590', 'MELI', 'MercadoLibre', 'UY', 'Marketplace with a small holding beside other coins.'),
  domestic(
    '0001710350',
    'BTBT',
    'Bit Digital',
    'US',
    'Miner turned holder of ether: undimensioned counts add coins of two kinds. Check from which year on it files 10-K.',
  ),
  domestic(
    '0001829311',
    'BMNR',
    'BitMine Immersion Technologies',
    'US',
    'Ether holder with few bitcoins: the undimensioned tag adds both. Year ends 31 August. One class by the recorded 10-Q.',
    commonByReport,
  ),
  domestic('0001074828', 'USBC', 'USBC', 'US', 'Formerly Know Labs.'),
  domestic('0001218683', 'MIGI', 'Mawson Infrastructure Group', 'US', 'Miner for others: holds next to none.'),
  domestic('0001844971', 'GREE', 'Greenidge Generation Holdings', 'US', 'Miner with a small treasury. Two classes.'),
  domestic('0001591956', 'ANY', 'Sphere 3D', 'US', 'Small miner.'),
  domestic(
    '0001841209',
    'HOLO',
    'MicroCloud Hologram',
    'CN',
    'Announces purchases of bitcoin and of things derived from it: read what is held. Shares were merged more than once.',
  ),
  domestic('0000868278', 'PRPH', 'ProPhase Labs', 'US', 'Announced a treasury; check that a filing states coins.'),
  foreign(
    '0001899123',
    'BTDR',
    'Bitdeer Technologies Group',
    'SG',
    'Miner. Reports weekly outside filings; customers’ coins stand apart. Two classes.',
  ),
  foreign('0001872195', 'BLSH', 'Bullish', 'KY', 'Exchange: own coins, coins lent and coins of customers stand apart.'),
  domestic(
    '0001812477',
    'BITF',
    'Keel Infrastructure',
    'US',
    'Miner, formerly Bitfarms; ticker and forms changed with the move from Canada: check both.',
  ),
  foreign(
    '0001720424',
    'HIVE',
    'HIVE Digital Technologies',
    'CA',
    'Miner, year ends 31 March, 40-F. Pledged coins with a right to buy them back.',
  ),
  foreign(
    '0001888274',
    'DEFT',
    'DeFi Technologies',
    'CA',
    'Issuer of exchange-traded products: coins behind them are not its own. 40-F.',
  ),
  foreign('0001921158', 'FUFU', 'BitFuFu', 'SG', 'Miner in the cloud: coins of customers stand apart. Two classes.'),
  foreign(
    '0001780652',
    'CAN',
    'Canaan',
    'SG',
    'Maker of mining machines; listed are depositary shares, of which each is several ordinary ones.',
  ),
  foreign(
    '0001725123',
    'CANG',
    'Cango',
    'HK',
    'Miner since 2024. Depositary shares gave way to ordinary ones in 2025; check from when on it files 10-K.',
  ),
  foreign(
    '0001808110',
    'DDC',
    'DDC Enterprise',
    'HK',
    'Food maker with a treasury; the recorded 6-Ks state counts in words. Two classes.',
    { reviewed: ['current'] },
  ),
  foreign(
    '0001383395',
    'SQNS',
    'Sequans Communications',
    'FR',
    'Chip maker with a treasury against convertible debt; the ratio of its depositary shares changed in 2025.',
  ),
  foreign('0001346610', 'SOS', 'SOS', 'CN', 'Miner and trader; the ratio of its depositary shares changed more than once.'),
  foreign(
    '0001847806',
    'GNS',
    'Genius Group',
    'SG',
    'Education company with a treasury it had to sell from under a court order in 2025.',
  ),
  foreign(
    '0001956166',
    'MSW',
    'Ming Shing Group Holdings',
    'HK',
    'Builder with a holding bought for notes: check that the coins were delivered.',
  ),
  foreign('0001876431', 'PRE', 'Prenetics Global', 'HK', 'Health company that bought daily in 2025.'),
  foreign('0002033515', 'SORA', 'AsiaStrategy', 'HK', 'Formerly Top Win International.'),
  japanese(
    'E02978',
    '3350',
    'Metaplanet',
    'JP',
    'Largest Japanese holder. Count in text blocks and notices, never in a tag. Classes of preferred stock since 2025.',
    {
      splits: [
        {
          day: '2024-08-01',
          session: '2024-07-30',
          ratio: 0.1,
          source: 'company notice: ten shares become one, effective 2024-08-01',
        },
        {
          day: '2025-04-01',
          session: '2025-03-28',
          ratio: 10,
          source: 'company notice: one share becomes ten, effective 2025-04-01',
        },
      ],
    },
  ),
  japanese('E33864', '6574', 'Convano', 'JP', 'Nail salons with a treasury since 2025; year ends 31 March.'),
  japanese('E30020', '3189', 'ANAP Holdings', 'JP', 'Clothes with a treasury; year ends 31 August.'),
  japanese('E05645', '3825', 'Remixpoint', 'JP', 'Power retailer; holds bitcoin beside other coins: count by coin.'),
  japanese('E25850', '3659', 'NEXON', 'JP', 'Games; bought once in 2021. Reports under IFRS.'),
  japanese('E31060', '3903', 'gumi', 'JP', 'Games; holds bitcoin beside other coins.'),
  japanese('E39089', '9238', 'Value Creation', 'JP', 'Marketing company with a small treasury.'),
  japanese('E33595', '2334', 'eole', 'JP', 'Advertising company with a treasury since 2025.'),
  japanese('E03313', '7603', 'Gyet', 'JP', 'Formerly Mac-House; miner and holder.'),
  japanese('E00566', '3409', 'Kitabo', 'JP', 'Spinner with a treasury since 2025.'),
]

/** Every company, whichever kind of home it stands in. */
export const companies: readonly Company[] = [...real, ...invented]

/** The companies of a home: the invented ones where its data is sample data. */
export function rosterOf(sample: boolean): readonly Company[] {
  return sample ? invented : real
}

/** Series of the totals that filings state. */
export const filedSeries: readonly string[] = companies.flatMap(({ series }) => series ?? [])

const byId = new Map(companies.map((company) => [company.id, company]))

/** The company with this issuer id; undefined for one that is not followed. */
export function companyById(id: string): Company | undefined {
  return byId.get(id)
}
