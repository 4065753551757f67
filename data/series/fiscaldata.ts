import type { Series } from './row.ts'

const debt = <const Key extends string>(key: Key, title: string) =>
  ({
    id: `fiscaldata.${key}`,
    key,
    upstream: 'fiscaldata',
    title,
    unit: 'USD',
    frequency: 'business',
    holidays: 'us-federal',
    rule: 'debt-to-penny',
    revised: 'seldom',
    range: [1_000_000_000_000, 200_000_000_000_000],
    url: 'https://fiscaldata.treasury.gov/datasets/debt-to-the-penny/',
  }) as const

const holder = <const Key extends string, const Owner extends string>(key: Key, owner: Owner, title: string) =>
  ({
    id: `fiscaldata.ofs2.${key}`,
    key: `ofs2/${owner}`,
    upstream: 'fiscaldata',
    title,
    unit: 'USD bn',
    frequency: 'quarterly',
    rule: 'ownership-holders',
    revised: 'seldom',
    range: [1, 100_000],
    url: 'https://fiscaldata.treasury.gov/datasets/treasury-bulletin/',
  }) as const
const ownershipTotal = <const Key extends string, const Owner extends string>(key: Key, owner: Owner, title: string) =>
  ({ ...holder(key, owner, title), rule: 'ownership-totals', range: [1_000, 200_000] }) as const

/** Series of the Daily Treasury Statement, of Debt to the Penny and of table OFS-2 of the Treasury Bulletin, whose owners come a quarter after its totals. */
export const fiscaldataSeries = [
  {
    id: 'fiscaldata.TGA',
    key: 'TGA',
    upstream: 'fiscaldata',
    title: 'Treasury General Account, close of the day',
    unit: 'USD mn',
    frequency: 'business',
    holidays: 'us-bank',
    rule: 'dts',
    revised: 'seldom',
    range: [2_000, 10_000_000],
    url: 'https://fiscaldata.treasury.gov/datasets/daily-treasury-statement/operating-cash-balance',
  },
  debt('debt_held_public_amt', 'Federal debt held by the public'),
  debt('intragov_hold_amt', 'Federal debt held by government accounts'),
  debt('tot_pub_debt_out_amt', 'Federal debt, total public debt outstanding'),
  ownershipTotal('total', 'Total Public Debt', 'Federal debt at the end of the quarter, by its owners: total'),
  ownershipTotal(
    'official',
    'Federal Reserve And Government Accounts',
    'Federal debt of the Federal Reserve and government accounts',
  ),
  ownershipTotal('private', 'Total Privately Held', 'Federal debt held outside the Federal Reserve and government accounts'),
  { ...holder('savings-bonds', 'U.S. Savings Bonds', 'Federal debt in savings bonds'), rule: 'ownership-totals' },
  holder('foreign', 'Foreign And International', 'Federal debt of foreign and international owners'),
  holder('banks', 'Depository Institutions', 'Federal debt of depository institutions'),
  holder('mutual-funds', 'Mutual Funds', 'Federal debt of mutual funds, money market funds among them'),
  holder('insurers', 'Insurance Companies', 'Federal debt of insurance companies'),
  holder('private-pensions', 'Pension Funds - Private', 'Federal debt of private pension funds'),
  holder(
    'public-pensions',
    'Pension Funds - State And Local Governments',
    'Federal debt of pension funds of states and municipalities',
  ),
  holder('states', 'State And Local Governments', 'Federal debt of states and municipalities'),
  holder('others', 'Other Investors', 'Federal debt of other investors: individuals, brokers and dealers, businesses'),
] as const satisfies readonly Series[]
