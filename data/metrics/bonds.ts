import { namedRows } from '../named-rows.ts'
import type { MetricRows } from './row.ts'

const bonds = { unit: 'USD bn' } as const
/** Treasury International Capital: long-term securities only, by the country of the custodian; published about the 18th of the month after next. */
const purchases = <const Code extends string>(code: Code) =>
  ({
    ...bonds,
    quoted: { flow: ['', 'net sales of'] },
    change: 'unit',
    rise: 'bullish for bonds',
    formula: { name: 'scale', by: 1_000 },
    of: [`tic.${code}.treasuries-net`],
  }) as const
const holdings = <const Code extends string>(code: Code) =>
  ({
    ...bonds,
    rise: 'bullish for bonds',
    formula: { name: 'scale', by: 1_000 },
    of: [`tic.${code}.treasuries`],
  }) as const

/** The same table of the largest holders with bills: levels are higher than those of long-term securities and never added to them. */
const withBills = <const Code extends string>(code: Code) =>
  ({
    ...bonds,
    rise: 'bullish for bonds',
    of: [`tic.${code}.treasuries-with-bills`],
  }) as const

/** Net positions of primary dealers, long less short; whether a large one is good is disputed. */
const positions = { ...bonds, change: 'unit' } as const
const position = <const Key extends string>(key: Key) =>
  ({ ...positions, formula: { name: 'scale', by: 1_000 }, of: [`nyfed.${key}`] }) as const
/** Buckets of the dealers' books by the time to maturity. */
const coupons = <const Bucket extends string>(bucket: Bucket, due: string, why: string) =>
  ({
    ...position(`PDPOSGSC-${bucket}`),
    title: `Primary dealers: coupons due in ${due}`,
    why,
    description: `Net positions of primary dealers in Treasury coupons due in ${due}.`,
    repeats: 'dealer-treasuries',
  }) as const
const tips = <const Bucket extends string>(bucket: Bucket, due: string) =>
  ({
    ...position(`PDPOSTIPS-${bucket}`),
    title: `Primary dealers: inflation-linked due in ${due}`,
    why: 'One bucket of dealers’ stock of inflation-linked securities.',
    description: `Net positions of primary dealers in inflation-linked Treasuries due in ${due}.`,
    repeats: 'dealer-tips',
  }) as const
const overQuarter = { formula: { name: 'change', over: '13w' } } as const

/** Securities of the Federal Reserve, from dollars to billions. */
const fed = { ...bonds, rise: 'bullish for bonds' } as const
const account = <const Key extends string>(key: Key) =>
  ({ ...fed, formula: { name: 'scale', by: 1_000_000_000 }, of: [`nyfed.soma.${key}`] }) as const

/** Federal debt, from dollars to billions. */
const debt = <const Key extends string>(key: Key) =>
  ({
    ...bonds,
    rise: 'bearish for bonds',
    // tax dates
    seasonal: true,
    formula: { name: 'scale', by: 1_000_000_000 },
    of: [`fiscaldata.${key}`],
  }) as const

/**
 * Positions in Treasury futures on Tuesdays, futures only. Contracts of different maturities are of different sizes and move by different
 * amounts: they are never added up. Whose gain a position is, is disputed: leveraged funds are short against bonds they own.
 */
const contracts = {
  '2y': '2-year note futures',
  '5y': '5-year note futures',
  '10y': '10-year note futures',
  bond: 'Treasury bond futures',
} as const
type Contract = keyof typeof contracts
const net = <const Of extends Contract, const Who extends 'leveraged-funds' | 'asset-managers'>(of: Of, who: Who) =>
  ({
    title: `${contracts[of]}: ${who.replace('-', ' ')}, net`,
    description: `Long less short positions of ${who.replace('-', ' ')} in ${contracts[of]}, futures only.`,
    formula: 'difference',
    of: [`cftc.treasury-${of}.${who}-long`, `cftc.treasury-${of}.${who}-short`],
    clock: `cftc.treasury-${of}.open-interest`,
  }) as const
const leveraged = <const Of extends Contract>(of: Of) =>
  ({
    ...net(of, 'leveraged-funds'),
    aliases: [`speculators-${of}`],
    why: 'Hedge funds are short futures against bonds they own; a fast fall of the short can hurt the bonds.',
  }) as const
const managed = <const Of extends Contract>(of: Of) =>
  ({
    ...net(of, 'asset-managers'),
    why: 'Funds buy futures for duration without cash: the other side of the basis trade.',
  }) as const
const openInterest = <const Of extends Contract>(of: Of) =>
  ({
    title: `${contracts[of]}: open interest`,
    why: 'Positions are read as a share of it: the market has grown.',
    description: `Open contracts in ${contracts[of]}, futures only.`,
    change: 'percent',
    of: [`cftc.treasury-${of}.open-interest`],
  }) as const

/**
 * Shares of what is held outside the Federal Reserve and government accounts: table OFS-2 of the Treasury Bulletin, two quarters late. A
 * share falls when others buy more: whose gain that is, is disputed.
 */
const ownerShare = <const Key extends string>(key: Key) =>
  ({ formula: 'share-of', of: [`fiscaldata.ofs2.${key}`, 'fiscaldata.ofs2.private'] }) as const

/** Who buys, holds and owes Treasury debt. */
export const bondMetrics = namedRows('metric', {
  'foreign-treasury-purchases': {
    ...purchases('99996'),
    aliases: ['tic', 'foreign-purchases', 'tic-net-purchases'],
    title: 'Foreign net purchases of long-term Treasuries',
    prose: {
      name: 'foreign net purchases of long-term Treasuries',
      plural: true,
      trade: { who: 'foreigners', what: 'long-term Treasuries' },
    },
    why: 'Whether the rest of the world is adding to its lending.',
    description: 'Net purchases of Treasury notes and bonds by foreigners in the month; bills are not among them.',
  },
  'foreign-official-purchases': {
    ...purchases('99990'),
    aliases: ['official-purchases'],
    title: 'Official foreign net purchases of long-term Treasuries',
    prose: {
      name: 'official foreign purchases of long-term Treasuries',
      plural: true,
      trade: { who: 'foreign officials', what: 'long-term Treasuries' },
    },
    why: 'Central banks buy for reserves and sell to defend currencies, whatever the price.',
    description:
      'Net purchases of Treasury notes and bonds by foreign official institutions in the month; bills are not among them.',
  },
  'japan-treasury-holdings': {
    ...holdings('42609'),
    aliases: ['japan-treasuries'],
    title: 'Japan: long-term Treasuries held',
    why: 'The largest lender; a weak yen makes it sell.',
    description: 'Treasury notes and bonds held in Japan, by the country of the custodian; bills are not among them.',
  },
  'japan-treasury-purchases': {
    ...purchases('42609'),
    title: 'Japan: net purchases of long-term Treasuries',
    why: 'Purchases leave out what prices did to the holding.',
    description: 'Net purchases of Treasury notes and bonds from Japan in the month; bills are not among them.',
  },
  'china-treasury-holdings': {
    ...holdings('41408'),
    aliases: ['china-treasuries'],
    title: 'Mainland China: long-term Treasuries held',
    why: 'Reserves of the People’s Bank; some of them are held through other countries.',
    description: 'Treasury notes and bonds held in mainland China, by the country of the custodian; bills are not among them.',
  },
  'china-treasury-purchases': {
    ...purchases('41408'),
    title: 'Mainland China: net purchases of long-term Treasuries',
    why: 'Purchases leave out what prices did to the holding.',
    description: 'Net purchases of Treasury notes and bonds from mainland China in the month; bills are not among them.',
  },
  'uk-treasury-holdings': {
    ...holdings('13005'),
    aliases: ['uk-treasuries'],
    title: 'United Kingdom: long-term Treasuries held',
    why: 'A centre of custody: much of it belongs to hedge funds and others elsewhere.',
    description:
      'Treasury notes and bonds held in the United Kingdom, by the country of the custodian; bills are not among them.',
  },
  'uk-treasury-purchases': {
    ...purchases('13005'),
    title: 'United Kingdom: net purchases of long-term Treasuries',
    why: 'Purchases leave out what prices did to the holding.',
    description: 'Net purchases of Treasury notes and bonds from the United Kingdom in the month; bills are not among them.',
  },
  'foreign-treasury-holdings': {
    ...holdings('99996'),
    floor: 0.5,
    aliases: ['foreign-holdings'],
    title: 'Foreign holdings of long-term Treasuries',
    prose: { name: 'foreign holdings of long-term Treasuries', plural: true, ends: ['largest', 'smallest'] },
    why: 'About a third of the notes and bonds there are.',
    description: 'Treasury notes and bonds held by foreigners at market value; bills are not among them.',
  },
  'official-treasury-holdings': {
    ...holdings('99990'),
    floor: 0.5,
    aliases: ['official-holdings'],
    title: 'Official foreign holdings of long-term Treasuries',
    why: 'Reserves of central banks.',
    description: 'Treasury notes and bonds held by foreign official institutions at market value; bills are not among them.',
    repeats: 'foreign-treasury-holdings',
  },
  'foreign-debt-share': {
    ...ownerShare('foreign'),
    aliases: ['foreign-share', 'foreign-ownership', 'ofs-2'],
    title: 'Foreign share of privately held federal debt',
    why: 'How far the government depends on lenders abroad, who also judge the dollar.',
    description:
      'Federal debt of foreign and international owners in percent of all held outside the Federal Reserve and government accounts, at the end of a quarter; bills are among it.',
  },
  'bank-debt-share': {
    ...ownerShare('banks'),
    aliases: ['bank-share', 'bank-ownership'],
    title: 'Banks’ share of privately held federal debt',
    why: 'Banks buy when deposits outgrow loans; losses on bonds and capital rules stop them.',
    description:
      'Federal debt of depository institutions in percent of all held outside the Federal Reserve and government accounts, at the end of a quarter.',
  },
  'mutual-fund-debt-share': {
    ...ownerShare('mutual-funds'),
    aliases: ['mutual-fund-share', 'fund-ownership'],
    title: 'Mutual funds’ share of privately held federal debt',
    why: 'Money market funds are among them: cash that takes bills first and leaves as fast as it came.',
    description:
      'Federal debt of mutual funds, money market funds among them, in percent of all held outside the Federal Reserve and government accounts, at the end of a quarter.',
  },
  'foreign-holdings-with-bills': {
    ...withBills('99996'),
    aliases: ['major-foreign-holders', 'foreign-treasuries-with-bills'],
    title: 'Foreign holdings of Treasuries, bills included',
    why: 'What foreigners lend in all: reserves move between bills and bonds.',
    description: 'Treasury bills, notes and bonds held by foreigners: the grand total of the major holders.',
    repeats: 'foreign-treasury-holdings',
  },
  'japan-holdings-with-bills': {
    ...withBills('42609'),
    aliases: ['japan-treasuries-with-bills'],
    title: 'Japan: Treasuries held, bills included',
    why: 'The figure that headlines give; bills are where dollars for interventions are kept.',
    description: 'Treasury bills, notes and bonds held in Japan, by the country of the custodian.',
    repeats: 'japan-treasury-holdings',
  },
  'china-holdings-with-bills': {
    ...withBills('41408'),
    aliases: ['china-treasuries-with-bills'],
    title: 'Mainland China: Treasuries held, bills included',
    why: 'The figure that headlines give; some of the reserves are held through other countries.',
    description: 'Treasury bills, notes and bonds held in mainland China, by the country of the custodian.',
    repeats: 'china-treasury-holdings',
  },
  'official-share-with-bills': {
    ...withBills('99990'),
    aliases: ['official-share', 'foreign-official-share'],
    title: 'Official share of foreign holdings of Treasuries, bills included',
    why: 'Private holders come and go with yields; central banks hold reserves.',
    description: 'Treasury bills, notes and bonds of foreign official institutions, in percent of those of all foreigners.',
    unit: 'percent',
    rise: null,
    formula: 'share-of',
    of: ['tic.99990.treasuries-with-bills', 'tic.99996.treasuries-with-bills'],
  },
  'dealer-treasuries': {
    ...position('PDPOSGST-TOT'),
    aliases: ['dealer-positions', 'primary-dealers'],
    title: 'Primary dealers: Treasuries',
    prose: { name: 'dealers’ Treasury positions', plural: true, ends: ['largest', 'smallest'] },
    why: 'Dealers hold what others will not yet take; full books make them bid less.',
    description: 'Net positions of primary dealers in all Treasuries, inflation-linked included.',
  },
  'dealer-treasuries-nominal': {
    ...positions,
    aliases: ['dealer-nominal'],
    title: 'Primary dealers: Treasuries without inflation-linked',
    why: 'The same without bonds that few others trade.',
    description:
      'Net positions of primary dealers in bills, floating-rate notes and coupons; inflation-linked securities are left out.',
    repeats: 'dealer-treasuries',
    formula: 'sum',
    of: ['dealer-bills', 'dealer-floating', 'dealer-coupons'],
  },
  'dealer-bills': {
    ...position('PDPOSGS-B'),
    title: 'Primary dealers: bills',
    prose: { name: 'dealers’ bills', plural: true, ends: ['largest', 'smallest'] },
    why: 'Rises when more bills are sold than money funds take.',
    description: 'Net positions of primary dealers in Treasury bills.',
  },
  'dealer-floating': {
    ...position('PDPOSGS-BFRN'),
    aliases: ['dealer-frn'],
    title: 'Primary dealers: floating-rate notes',
    why: 'Stock of floating-rate notes not yet placed.',
    description: 'Net positions of primary dealers in Treasury floating-rate notes.',
    repeats: 'dealer-bills',
  },
  'dealer-coupons': {
    ...positions,
    aliases: ['dealer-notes-bonds'],
    title: 'Primary dealers: notes and bonds',
    why: 'Interest-rate risk on dealers’ books.',
    description:
      'Net positions of primary dealers in Treasury coupons of all maturities; inflation-linked securities are left out.',
    repeats: 'dealer-treasuries',
    formula: 'sum',
    of: [
      'dealer-coupons-2y',
      'dealer-coupons-2y-3y',
      'dealer-coupons-3y-6y',
      'dealer-coupons-6y-7y',
      'dealer-coupons-7y-11y',
      'dealer-coupons-11y-21y',
      'dealer-coupons-over-21y',
    ],
  },
  'dealer-coupons-2y': coupons('L2', '2 years or less', 'Short coupons serve as collateral and hedge little.'),
  'dealer-coupons-2y-3y': coupons('G2L3', '2 to 3 years', 'The bucket of the newest 2-year and 3-year notes.'),
  'dealer-coupons-3y-6y': coupons('G3L6', '3 to 6 years', 'The bucket of the 5-year note.'),
  'dealer-coupons-6y-7y': coupons('G6L7', '6 to 7 years', 'The bucket of the 7-year note, the least wanted of the belly.'),
  'dealer-coupons-7y-11y': coupons('G7L11', '7 to 11 years', 'The bucket of the 10-year note, the benchmark.'),
  'dealer-coupons-11y-21y': coupons('G11L21', '11 to 21 years', 'The bucket of the 20-year bond, the orphan of the curve.'),
  'dealer-coupons-over-21y': coupons('G21', 'more than 21 years', 'The bucket of the 30-year bond, with the most risk a dollar.'),
  'dealer-tips': {
    ...positions,
    aliases: ['dealer-inflation-linked'],
    title: 'Primary dealers: inflation-linked',
    prose: { name: 'dealers’ inflation-linked Treasuries', plural: true, ends: ['largest', 'smallest'] },
    why: 'Real yields rise when dealers cannot place them.',
    description: 'Net positions of primary dealers in inflation-linked Treasuries of all maturities.',
    formula: 'sum',
    of: ['dealer-tips-2y', 'dealer-tips-2y-6y', 'dealer-tips-6y-11y', 'dealer-tips-over-11y'],
  },
  'dealer-tips-2y': tips('L2', '2 years or less'),
  'dealer-tips-2y-6y': tips('G2', '2 to 6 years'),
  'dealer-tips-6y-11y': tips('G6L11', '6 to 11 years'),
  'dealer-tips-over-11y': tips('G11', 'more than 11 years'),
  'dealer-treasuries-13w': {
    ...positions,
    aliases: ['dealer-change-13w'],
    title: 'Primary dealers: Treasuries, change in 13 weeks',
    why: 'A quarter of supply taken onto dealers’ books, or off them.',
    description: 'Net positions in all Treasuries less those of 13 weeks before, inflation-linked included.',
    ...overQuarter,
    of: ['dealer-treasuries'],
  },
  'dealer-nominal-13w': {
    ...positions,
    aliases: ['dealer-nominal-change-13w'],
    title: 'Primary dealers: without inflation-linked, change in 13 weeks',
    why: 'The same without bonds that few others trade.',
    description: 'Net positions in bills, floating-rate notes and coupons less those of 13 weeks before.',
    ...overQuarter,
    of: ['dealer-treasuries-nominal'],
  },
  'dealer-coupons-13w': {
    ...positions,
    title: 'Primary dealers: notes and bonds, change in 13 weeks',
    why: 'Interest-rate risk added in a quarter.',
    description: 'Net positions in Treasury coupons less those of 13 weeks before.',
    ...overQuarter,
    of: ['dealer-coupons'],
  },
  'fed-treasuries': {
    ...fed,
    floor: 0.5,
    title: 'Federal Reserve: Treasuries',
    prose: { name: 'the Fed’s Treasuries', plural: true, ends: ['largest', 'smallest'], verbs: ['grew', 'shrank'] },
    why: 'The largest holder of Treasuries; what it lets mature others must buy.',
    description:
      'Treasuries of the System Open Market Account at par, with the compensation for inflation; where they are missing, those of H.4.1.',
    formula: 'first-of',
    of: ['fed-treasuries-account', 'fed-treasuries-h41'],
  },
  'fed-treasuries-account': {
    ...fed,
    aliases: ['soma-treasuries'],
    title: 'Federal Reserve: Treasuries of its account',
    why: 'Bills, notes and bonds, inflation-linked and floating-rate securities by the account that holds them.',
    description: 'Treasuries of the System Open Market Account at par, with the compensation for inflation.',
    formula: 'sum',
    of: ['fed-bills', 'fed-notes-bonds', 'fed-tips', 'fed-floating', 'fed-tips-compensation'],
    clock: 'nyfed.soma.notesbonds',
    repeats: 'fed-treasuries',
  },
  'fed-treasuries-h41': {
    ...fed,
    aliases: ['treast', 'h41-treasuries'],
    title: 'Federal Reserve: Treasuries in H.4.1',
    why: 'The same holdings from the balance sheet, for weeks without those of the account.',
    description: 'Treasury securities held outright on Wednesday, with the compensation for inflation, from the H.4.1 release.',
    formula: { name: 'scale', by: 1_000 },
    of: ['TREAST'],
    repeats: 'fed-treasuries',
  },
  'fed-bills': {
    ...account('bills'),
    title: 'Federal Reserve: bills',
    why: 'What the Federal Reserve buys to keep reserves ample.',
    description: 'System Open Market Account: Treasury bills.',
  },
  'fed-notes-bonds': {
    ...account('notesbonds'),
    title: 'Federal Reserve: notes and bonds',
    why: 'Its long debt: the part that presses on term premiums.',
    description: 'System Open Market Account: Treasury notes and bonds.',
    repeats: 'fed-treasuries',
  },
  'fed-tips': {
    ...account('tips'),
    title: 'Federal Reserve: inflation-linked',
    why: 'A large share of a small market.',
    description: 'System Open Market Account: inflation-linked Treasuries at par.',
    repeats: 'fed-treasuries',
  },
  'fed-tips-compensation': {
    ...account('tipsInflationCompensation'),
    title: 'Federal Reserve: compensation for inflation',
    why: 'Grows with consumer prices and not with purchases.',
    description: 'System Open Market Account: what inflation has added to its inflation-linked Treasuries.',
    repeats: 'fed-treasuries',
  },
  'fed-floating': {
    ...account('frn'),
    title: 'Federal Reserve: floating-rate notes',
    why: 'The smallest part of its Treasuries.',
    description: 'System Open Market Account: Treasury floating-rate notes.',
    repeats: 'fed-treasuries',
  },
  'fed-mbs': {
    ...account('mbs'),
    floor: 0.5,
    title: 'Federal Reserve: mortgage-backed securities',
    prose: { name: 'the Fed’s mortgage bonds', plural: true, ends: ['largest', 'smallest'], verbs: ['grew', 'shrank'] },
    why: 'Run off as mortgages are repaid; what it sheds widens mortgage spreads.',
    description: 'System Open Market Account: agency mortgage-backed securities.',
  },
  'fed-agencies': {
    ...account('agencies'),
    title: 'Federal Reserve: agency debt',
    why: 'What is left of the purchases of 2009.',
    description: 'System Open Market Account: debt of federal agencies.',
    repeats: 'fed-mbs',
  },
  'fed-cmbs': {
    ...account('cmbs'),
    title: 'Federal Reserve: commercial mortgage-backed securities',
    why: 'Bought in 2020 only.',
    description: 'System Open Market Account: agency commercial mortgage-backed securities.',
    repeats: 'fed-mbs',
  },
  'fed-treasuries-13w': {
    ...fed,
    aliases: ['soma-change-13w'],
    title: 'Federal Reserve: Treasuries, change in 13 weeks',
    why: 'Purchases and run-off of a quarter, after all programmes.',
    description: 'Treasuries of the System Open Market Account less those of 13 weeks before.',
    ...overQuarter,
    change: 'unit',
    of: ['fed-treasuries'],
  },
  'fed-mbs-13w': {
    ...fed,
    title: 'Federal Reserve: mortgage-backed securities, change in 13 weeks',
    why: 'How fast mortgages run off.',
    description: 'Agency mortgage-backed securities of the System Open Market Account less those of 13 weeks before.',
    ...overQuarter,
    change: 'unit',
    of: ['fed-mbs'],
  },
  'debt-held-by-public': {
    ...debt('debt_held_public_amt'),
    floor: 0.5,
    aliases: ['public-debt', 'federal-debt-held-by-public'],
    title: 'Federal debt held by the public',
    prose: { name: 'debt held by the public', ends: ['largest', 'smallest'], verbs: ['grew', 'shrank'] },
    why: 'What investors, the Federal Reserve among them, have to hold.',
    description: 'Federal debt outside government accounts at the close of the day.',
  },
  'debt-held-by-government': {
    ...debt('intragov_hold_amt'),
    aliases: ['intragovernmental-debt'],
    title: 'Federal debt held by government accounts',
    why: 'What the government owes its own trust funds; no market has to absorb it.',
    description: 'Federal debt in accounts of the government itself.',
    repeats: 'federal-debt',
  },
  'federal-debt': {
    ...debt('tot_pub_debt_out_amt'),
    aliases: ['national-debt', 'total-debt', 'gfdebtn'],
    title: 'Federal debt, total',
    why: 'The figure the debt limit is about.',
    description: 'Total public debt outstanding: held by the public and by government accounts.',
    repeats: 'debt-held-by-public',
  },
  'debt-held-by-public-13w': {
    ...debt('debt_held_public_amt'),
    aliases: ['net-borrowing-13w'],
    title: 'Federal debt held by the public, change in 13 weeks',
    why: 'Net borrowing of a quarter: the supply investors took.',
    description: 'Federal debt held by the public less that of the same weekday 13 weeks before.',
    ...overQuarter,
    change: 'unit',
    of: ['debt-held-by-public'],
  },
  'leveraged-net-2y': { ...leveraged('2y'), prose: 'leveraged funds’ position in 2-year futures' },
  'asset-managers-net-2y': { ...managed('2y'), prose: 'asset managers’ position in 2-year futures' },
  'open-interest-2y': { ...openInterest('2y'), prose: 'open interest in 2-year futures' },
  'leveraged-net-5y': { ...leveraged('5y'), repeats: 'leveraged-net-2y' },
  'asset-managers-net-5y': { ...managed('5y'), repeats: 'asset-managers-net-2y' },
  'open-interest-5y': { ...openInterest('5y'), repeats: 'open-interest-2y' },
  'leveraged-net-10y': { ...leveraged('10y'), prose: 'leveraged funds’ position in 10-year futures' },
  'asset-managers-net-10y': { ...managed('10y'), prose: 'asset managers’ position in 10-year futures' },
  'open-interest-10y': { ...openInterest('10y'), prose: 'open interest in 10-year futures' },
  'leveraged-net-bond': { ...leveraged('bond'), repeats: 'leveraged-net-10y' },
  'asset-managers-net-bond': { ...managed('bond'), repeats: 'asset-managers-net-10y' },
  'open-interest-bond': { ...openInterest('bond'), repeats: 'open-interest-10y' },
} as const satisfies MetricRows)
