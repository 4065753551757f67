/** Dollars as a decimal text, and the same in millionths of a dollar, the base units of USDC. */
export interface Price {
  usd: string
  base_units: string
}

/** Digits are moved, never computed in floating point. */
export function priceOf(usd: string): Price {
  const [whole = '0', cents = ''] = usd.split('.')
  return { usd, base_units: String(BigInt(whole + cents.padEnd(6, '0'))) }
}

/** Base units of USDC as dollars: exact, with two decimals or as many more as it takes. */
export function usdText(units: bigint | string): string {
  const amount = BigInt(units)
  const digits = String(amount < 0n ? -amount : amount).padStart(7, '0')
  const cents = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -6)}.${cents}`
}
