/** Base units of USDC as dollars: exact, with two decimals or as many more as it takes. */
export function usdText(units: bigint | string): string {
  const amount = BigInt(units)
  const digits = String(amount < 0n ? -amount : amount).padStart(7, '0')
  const cents = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -6)}.${cents}`
}
