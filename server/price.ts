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
