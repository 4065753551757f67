import { inventedCompanies } from '../sample/world/companies.ts'
import { type Company, common, foreign, japaneseCompany, reviewedFilings, stockSplit, usCompany } from './companies/row.ts'

export { type Company, issuerId, type Split } from './companies/row.ts'

/** One class of shares by the cover of a recorded 10-Q, which was compared by hand. */
const commonByReport = { ...common, reviewed: ['periodic'] } as const
/**
 * The companies that are followed. Chosen by hand, not the market: each is or may be a holder of bitcoin. CIKs and EDINET codes are those of the
 * SEC's list of tickers of 2026-04-17 and of the FSA's code list of 2026-05-12; the rest was read in filings where `review` says so and is
 * otherwise for a reviewer to confirm.
 */
const real: readonly Company[] = [
  usCompany(
    '0001050446',
    'MSTR',
    'Strategy',
    'US',
    'Largest holder; count in a custom tag and in weekly 8-Ks. The cover counts shares per class: add A and B. Listed preferreds share the CIK but are not common stock.',
    {
      ...reviewedFilings,
      classes: ['Class A common stock', 'Class B common stock'],
      formerNames: ['MicroStrategy'],
      programs: true,
      splits: [stockSplit('2024-08-08', 10, '8-K of 2024-07-11; covers of the 10-Qs before and after')],
    },
  ),
  usCompany(
    '0001507605',
    'MARA',
    'MARA Holdings',
    'US',
    'Miner. Part of its coins is lent or pledged: the filed total must include them. Coins mined and coins held share one table.',
  ),
  usCompany(
    '0001167419',
    'RIOT',
    'Riot Platforms',
    'US',
    'Miner. Restricted coins (collateral) are on a separate line: add them.',
  ),
  usCompany(
    '0000827876',
    'CLSK',
    'CleanSpark',
    'US',
    'Miner, year ends 30 September. The us-gaap tag covers only coins the miner bought; the total is a custom tag in a wrong unit. One class according to the recorded 10-Q.',
    commonByReport,
  ),
  usCompany(
    '0001964789',
    'HUT',
    'Hut 8',
    'US',
    'Miner and majority owner of ABTC, which it consolidates: do not count the coins of ABTC twice.',
  ),
  usCompany('0001839341', 'CORZ', 'Core Scientific', 'US', 'Miner turned data-centre host. Sells most of what it mines.'),
  usCompany(
    '0001819989',
    'CIFR',
    'Cipher Digital',
    'US',
    'Miner, formerly Cipher Mining. Pledged coins are reported separately.',
  ),
  usCompany(
    '0001083301',
    'WULF',
    'TeraWulf',
    'US',
    'Miner turned data-centre host. Sells what it mines: the count is close to zero.',
  ),
  usCompany(
    '0001878848',
    'IREN',
    'IREN',
    'AU',
    'Miner, year ends 30 June. Sells daily: a stated count is the exception. Check in which year it began to file 10-Ks.',
  ),
  usCompany(
    '0001755953',
    'ABTC',
    'American Bitcoin',
    'US',
    'Miner and buyer, majority owned by HUT. Several classes of common stock. A third party lagged its filings in July 2026.',
  ),
  usCompany(
    '0001946573',
    'NAKA',
    'Nakamoto',
    'US',
    'Formerly KindlyMD. The undimensioned tag is only the pledged part; the total has its own member on the crypto-asset axis. One class according to the recorded 10-Q; warrants are listed too.',
    commonByReport,
  ),
  usCompany(
    '0001920406',
    'ASST',
    'Strive',
    'US',
    'Two classes of common stock and listed preferred stock; acquired Semler Scientific and its coins.',
  ),
  usCompany(
    '0002070457',
    'XXI',
    'Twenty One Capital',
    'US',
    'Holder since its merger with Cantor Equity Partners. Two classes of common stock.',
  ),
  usCompany('0002076163', 'BRR', 'ProCap Financial', 'US', 'Holder since its merger of 2025.'),
  usCompany(
    '0001849635',
    'DJT',
    'Trump Media & Technology Group',
    'US',
    'Holder; also owns options, bitcoin-linked securities and another coin: only bitcoins held count.',
  ),
  usCompany(
    '0001679788',
    'COIN',
    'Coinbase Global',
    'US',
    'Exchange: customers’ coins are not its own. Its own investments are listed by coin in the notes. Two classes.',
  ),
  usCompany(
    '0001318605',
    'TSLA',
    'Tesla',
    'US',
    'Carmaker with a holding that rarely changes; bitcoin is less than a tenth of market value.',
    { splits: [stockSplit('2020-08-31', 5, '8-K of 2020-08-11'), stockSplit('2022-08-25', 3, '8-K of 2022-08-05')] },
  ),
  usCompany(
    '0001512673',
    'XYZ',
    'Block',
    'US',
    'Payments, formerly SQ. Customers’ coins and its own investment are reported separately. Two classes.',
  ),
  usCompany('0001326380', 'GME', 'GameStop', 'US', 'Retailer, year ends about 1 February.', {
    splits: [stockSplit('2022-07-22', 4, '8-K of 2022-07-06')],
  }),
  usCompany(
    '0001859392',
    'GLXY',
    'Galaxy Digital',
    'US',
    'Dealer in many coins: own, lent and borrowed bitcoin are reported separately. Class B shares are paired with partnership units.',
  ),
  usCompany('0001821534', 'EXOD', 'Exodus Movement', 'US', 'Wallet maker paid in bitcoin. Two classes of common stock.'),
  usCompany(
    '0001662684',
    'KULR',
    'KULR Technology',
    'US',
    'Battery maker with a treasury; part of it is collateral. Reverse split 1 for 8 in 2025.',
  ),
  usCompany(
    '0001889123',
    'FLD',
    'Fold Holdings',
    'US',
    'Rewards in bitcoin: coins held for rewards and for customers are not part of the treasury. One class according to the recorded 10-Q; warrants are listed too.',
    commonByReport,
  ),
  usCompany('0001829794', 'EMPD', 'Empery Digital', 'US', 'Formerly Volcon (VLCN).'),
  usCompany('0001640384', 'LMFA', 'LM Funding America', 'US', 'Small miner and lender with a treasury.'),
  usCompany(
    '0001830081',
    'RUM',
    'Rumble',
    'US',
    'Video platform with a treasury. Three classes; one carries voting rights only.',
  ),
  usCompany('0001641398', 'GDC', 'GD Culture Group', 'US', 'Acquired a company for its coins.'),
  usCompany(
    '0001784970',
    'NXTT',
    'Next Technology Holding',
    'US',
    'Formerly WeTrade. The count includes contracts for coins not yet received: read the wording. Check where it is run from.',
  ),
  usCompany(
    '0001901799',
    'BTM',
    'Bitcoin Depot',
    'US',
    'Bitcoin kiosks: coins held for sale at them are not part of the treasury. Several classes.',
  ),
  usCompany('0001099590', 'MELI', 'MercadoLibre', 'UY', 'Marketplace with a small holding among other coins.'),
  usCompany(
    '0001710350',
    'BTBT',
    'Bit Digital',
    'US',
    'Miner turned ether holder: undimensioned counts add two kinds of coin. Check in which year it began to file 10-Ks.',
  ),
  usCompany(
    '0001829311',
    'BMNR',
    'BitMine Immersion Technologies',
    'US',
    'Ether holder with few bitcoins: the undimensioned tag adds both. Year ends 31 August. One class according to the recorded 10-Q.',
    commonByReport,
  ),
  usCompany('0001074828', 'USBC', 'USBC', 'US', 'Formerly Know Labs.'),
  usCompany('0001218683', 'MIGI', 'Mawson Infrastructure Group', 'US', 'Miner for others: holds almost no bitcoin.'),
  usCompany('0001844971', 'GREE', 'Greenidge Generation Holdings', 'US', 'Miner with a small treasury. Two classes.'),
  usCompany(
    '0002055592',
    'GEMI',
    'Gemini Space Station',
    'US',
    'Exchange: customers’ coins are reported separately. Own coins are partly restricted under loans of related parties. Other coins too.',
  ),
  usCompany('0001335105', 'LIXT', 'Lixte Biotechnology', 'US', 'Drug developer with bitcoin and ether: count by coin.'),
  usCompany('0001849380', 'ONMD', 'OneMedNet', 'US', 'Medical data; sells its bitcoin to cover costs: check what is left.'),
  usCompany('0001591956', 'ANY', 'Sphere 3D', 'US', 'Small miner.'),
  usCompany(
    '0001841209',
    'HOLO',
    'MicroCloud Hologram',
    'CN',
    'Announces purchases of bitcoin and of bitcoin derivatives: read what is actually held. More than one reverse split.',
  ),
  usCompany('0000868278', 'PRPH', 'ProPhase Labs', 'US', 'Announced a treasury; check whether a filing states a count.'),
  foreign(
    '0001899123',
    'BTDR',
    'Bitdeer Technologies Group',
    'SG',
    'Miner. Publishes weekly reports outside its filings; customers’ coins are reported separately. Two classes.',
  ),
  foreign('0001872195', 'BLSH', 'Bullish', 'KY', 'Exchange: own coins, coins lent and customers’ coins are reported separately.'),
  usCompany(
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
    'Issuer of exchange-traded products: the coins backing them are not its own. 40-F.',
  ),
  foreign('0001921158', 'FUFU', 'BitFuFu', 'SG', 'Cloud miner: customers’ coins are reported separately. Two classes.'),
  foreign(
    '0001780652',
    'CAN',
    'Canaan',
    'SG',
    'Maker of mining machines; lists depositary shares, each worth several ordinary shares.',
  ),
  foreign(
    '0001725123',
    'CANG',
    'Cango',
    'HK',
    'Miner since 2024. Ordinary shares replaced depositary shares in 2025; check when it began to file 10-Ks.',
  ),
  foreign(
    '0001808110',
    'DDC',
    'DDC Enterprise',
    'HK',
    'Food maker with a treasury; the recorded 6-Ks state counts in their text. Two classes.',
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
    'Education company that had to sell part of its treasury under a court order in 2025.',
  ),
  foreign(
    '0001956166',
    'MSW',
    'Ming Shing Group Holdings',
    'HK',
    'Builder with a holding bought with notes: check that the coins were delivered.',
  ),
  foreign(
    '0001854368',
    'DGXX',
    'Digi Power X',
    'US',
    'Miner, formerly Digihost: coins made for hosting customers are not its own. Check when it began to file 10-Ks.',
    { formerNames: ['Digihost Technology'] },
  ),
  foreign(
    '0001682241',
    'MATH',
    'Metalpha Technology',
    'HK',
    'Dealer in derivatives on coins: customers’ coins are not its own. Buys through accumulators: check that the coins were delivered.',
  ),
  foreign(
    '0001872302',
    'NA',
    'Nano Labs',
    'CN',
    'Chip designer that buys BNB too: count bitcoin alone. Notes were paid in bitcoin. Two classes.',
  ),
  foreign(
    '0001296774',
    'NCTY',
    'The9',
    'CN',
    'Games company that mines; part of its coins was pledged, and it holds other coins. Lists depositary shares: check their ratio.',
  ),
  foreign('0001864055', 'ABTS', 'Abits Group', 'HK', 'Small miner that sells coins for its costs; formerly Moxian.'),
  foreign(
    '0001992818',
    'ZOOZ',
    'ZOOZ Strategy',
    'IL',
    'Formerly a maker of chargers, ZOOZ Power. Its reports on Form 6-K state purchases in total: check that none was sold.',
    { formerNames: ['ZOOZ Power'] },
  ),
  foreign('0001876431', 'PRE', 'Prenetics Global', 'HK', 'Health company that bought daily in 2025.'),
  foreign('0002033515', 'SORA', 'AsiaStrategy', 'HK', 'Formerly Top Win International.'),
  japaneseCompany(
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
  japaneseCompany('E33864', '6574', 'Convano', 'JP', 'Nail salons with a treasury since 2025; year ends 31 March.'),
  japaneseCompany('E30020', '3189', 'ANAP Holdings', 'JP', 'Clothing company with a treasury; year ends 31 August.'),
  japaneseCompany('E05645', '3825', 'Remixpoint', 'JP', 'Electricity retailer; holds bitcoin and other coins: count by coin.'),
  japaneseCompany('E25850', '3659', 'NEXON', 'JP', 'Games; bought once in 2021. Reports under IFRS.'),
  japaneseCompany('E31060', '3903', 'gumi', 'JP', 'Games; holds bitcoin and other coins.'),
  japaneseCompany('E39089', '9238', 'Value Creation', 'JP', 'Marketing company with a small treasury.'),
  japaneseCompany('E33595', '2334', 'eole', 'JP', 'Advertising company with a treasury since 2025.'),
  japaneseCompany('E03313', '7603', 'Gyet', 'JP', 'Formerly Mac-House; miner and holder.'),
  japaneseCompany('E00566', '3409', 'Kitabo', 'JP', 'Spinner with a treasury since 2025.'),
]

/** Every company, of homes with real and with invented data. */
export const companies: readonly Company[] = [...real, ...inventedCompanies]

/** The companies of a home: the invented ones where its data is sample data. */
export function rosterOf(sample: boolean): readonly Company[] {
  return sample ? inventedCompanies : real
}

const byId = new Map(companies.map((company) => [company.id, company]))

/** The company with this issuer id; undefined for one that is not followed. */
export function companyById(id: string): Company | undefined {
  return byId.get(id)
}
