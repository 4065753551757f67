import type { Formula } from './formula.ts'
import { sameDay } from './same-day.ts'

/** What is reckoned from BTC issued, BTC of fees and, where they are read, dollars a bitcoin and EH/s. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

const terahashesPerExahash = 1e6
const petahashesPerExahash = 1e3
const satoshis = 1e8

/**
 * Revenue in dollars of a petahash a second for a day: (issuance + fees) x price / hash rate, all of one day. A day's blocks and the hash rate
 * estimated from them are high or low together, so that luck cancels out. A terahash earns a thousandth of it.
 */
export const hashprice: Formula = sameDay(
  (issued, fees, price, rate) => `(${issued} + ${fees}) x ${price} / (${rate} in PH/s)`,
  ([issued, fees, price, rate]) => share((issued! + fees!) * price!, rate! * petahashesPerExahash),
)

/** The same in satoshis of a terahash, which no price of bitcoin moves. */
export const hashvalue: Formula = sameDay(
  (issued, fees, rate) => `(${issued} + ${fees}) x 100,000,000 / (${rate} in TH/s)`,
  ([issued, fees, rate]) => share((issued! + fees!) * satoshis, rate! * terahashesPerExahash),
)

/** Dollars all miners earned on a day. */
export const minerRevenue: Formula = sameDay(
  (issued, fees, price) => `(${issued} + ${fees}) x ${price}`,
  ([issued, fees, price]) => (issued! + fees!) * price!,
)

/** Percent of what miners earned that is fees. */
export const feeShare: Formula = sameDay(
  (fees, issued) => `100 x ${fees} / (${issued} + ${fees})`,
  ([fees, issued]) => share(100 * fees!, issued! + fees!),
)

/** Percent of a reward that is fees, where the reward includes them. */
export const shareOfReward: Formula = sameDay(
  (fees, reward) => `100 x ${fees} / ${reward}`,
  ([fees, reward]) => share(100 * fees!, reward!),
)

/** Dollars that the mean transaction paid. */
export const feePerTransaction: Formula = sameDay(
  (fees, price, count) => `${fees} x ${price} / ${count}`,
  ([fees, price, count]) => share(fees! * price!, count!),
)
