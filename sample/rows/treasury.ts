import { periodAround } from '../../pipeline/time/release.ts'
import { treasuryAccount } from '../world/economy.ts'
import { periodsOf, seriesByKey } from '../world/history.ts'
import { pathOf, roundTo } from '../world/random-walk.ts'
import { firstRequestedDay, requestedSessions, type SampleAnswers, seriesAnswer } from './publication.ts'

/** About 1, and slow. */
const drift = (name: string, day: number): number => pathOf(name, [0, 4_000_000])(day) / 4_000

/** Whole cents: the debt grows year by year. */
const centsOf = (name: string, level: number, day: number): number =>
  Math.round(100 * level * Math.exp((day - 19_000) / 12_000) * drift(name, day) ** 0.02)
const publicDebt = (day: number): number => centsOf('debt of the public', 24e12, day)
const ownDebt = (day: number): number => centsOf('debt of trust funds', 6.8e12, day)

/** Tenths of a percent of what is held outside the Federal Reserve and government accounts; the others have the rest. */
const shares: Readonly<Record<string, number>> = {
  'State And Local Governments': 70,
  'Foreign And International': 370,
  'Mutual Funds': 170,
  'Insurance Companies': 25,
  'Pension Funds - State And Local Governments': 19,
  'Pension Funds - Private': 21,
  'U.S. Savings Bonds': 7,
  'Depository Institutions': 75,
}

/** Tenths of a billion of an owner at the end of a quarter: the debt of that day, whose parts add up. */
function amountOf(owner: string, day: number): number {
  const [ofPublic, own] = [publicDebt(day), ownDebt(day)].map((cents) => Math.floor(cents / 1e10)) as [number, number]
  const official = own + Math.round(38_000 * drift('bonds of the Federal Reserve', day))
  const outside = ofPublic + own - official
  const share = shares[owner]
  if (share !== undefined) return Math.round((outside * share * drift(`ownership of ${owner}`, day) ** 0.05) / 1_000)
  if (owner === 'Total Privately Held') return outside
  if (owner === 'Federal Reserve And Government Accounts') return official
  if (owner === 'Total Public Debt') return ofPublic + own
  return outside - Object.keys(shares).reduce((sum, each) => sum + amountOf(each, day), 0)
}

const issues = seriesByKey('fiscaldata').get('ofs2/Total Public Debt')!

const countries: Readonly<Record<string, readonly [name: string, level: number]>> = {
  '42609': ['Japan', 1_100_000],
  '41408': ['China, Mainland', 700_000],
  '13005': ['United Kingdom', 800_000],
  '29998': ['Canada', 390_000],
  '10251': ['Belgium', 390_000],
  '10804': ['France', 370_000],
  '11703': ['Luxembourg', 345_000],
  '36137': ['Cayman Islands', 310_000],
  '46302': ['Taiwan', 300_000],
  '46019': ['Singapore', 260_000],
  '11401': ['Ireland', 240_000],
  '42005': ['Hong Kong', 230_000],
  '12688': ['Switzerland', 225_000],
  '12203': ['Norway', 205_000],
  '30309': ['Brazil', 168_000],
  '42102': ['India', 167_000],
  '99996': ['Grand Total', 7_900_000],
  '99990': ['Of Which: Foreign Official', 3_800_000],
}
const official = '99990'

/** Millions of dollars of long-term securities at the end of a month. */
const longTermOf = (code: string, day: number): number => Math.round(countries[code]![1] * drift(`custody ${code}`, day))

/** Billions of dollars to a tenth. */
const billions = (millions: number): number => Math.round(millions / 100) / 10
/** Bills in millions of dollars: a share of what is held in longer securities. */
const bills = (code: string, day: number): number => longTermOf(code, day) * Math.min(0.4, 0.13 * drift(`bills ${code}`, day))
const withBills = (code: string, day: number): number => billions(longTermOf(code, day) + bills(code, day))

function majorHolder(name: string, day: number): number {
  if (name === 'Of Which: Foreign Official Treasury Bills') return billions(bills(official, day))
  if (name === 'Of Which: Foreign Official') return billions(bills(official, day)) + billions(longTermOf(official, day))
  const codes = Object.keys(countries).filter((code) => !code.startsWith('9999'))
  if (name === 'Grand Total')
    return codes.reduce((sum, code) => sum + withBills(code, day), billions(2_000_000 * drift('other holders', day)))
  return withBills(codes.find((code) => countries[code]![0] === name)!, day)
}

export const treasury: SampleAnswers = {
  'fiscaldata-operating-cash': seriesAnswer({
    keys: /^TGA$/,
    value: (_, day) => Math.round(treasuryAccount(day)),
  }),
  /** What the public and what government accounts hold, and the sum of the two. */
  'fiscaldata-debt': seriesAnswer({
    value: ({ key }, day) => {
      if (key === 'debt_held_public_amt') return publicDebt(day) / 100
      if (key === 'intragov_hold_amt') return ownDebt(day) / 100
      return (publicDebt(day) + ownDebt(day)) / 100
    },
  }),
  /** Totals are published a quarter before the owners. */
  'fiscaldata-ownership': seriesAnswer({
    keys: /^ofs2\//,
    days: ({ rule }, { url, now }) => {
      const quarters = periodsOf(issues, now)
      const before = quarters.slice(0, 1).map((day) => periodAround('quarterly', periodAround('quarterly', day).first - 1).last)
      const stated = [...before, ...quarters].slice(0, rule === issues.rule ? undefined : -1)
      return stated.filter((day) => day >= firstRequestedDay(url))
    },
    value: ({ key }, day) => amountOf(key.slice('ofs2/'.length), day) / 10,
  }),
  /** What foreigners hold, and what of the change in a month was bought. */
  'tic-holdings': seriesAnswer({
    keys: /^tic\//,
    value: ({ key }, day) => {
      const [, code = '', field] = key.split('/')
      if (field !== 'for_lt_treas_net') return longTermOf(code, day)
      const change = longTermOf(code, day) - longTermOf(code, day - 30)
      return change - Math.round(0.7 * change)
    },
  }),
  /** The largest holders, bills included, of thirteen months. */
  'tic-major-holders': seriesAnswer({
    keys: /^major\//,
    days: (row, asked) => requestedSessions(row, asked).slice(-13),
    value: ({ key }, day) => roundTo(majorHolder(key.slice('major/'.length), day), 1),
  }),
}
