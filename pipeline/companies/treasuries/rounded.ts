/** Three significant digits: what is shown of a count that is not known to the coin. */
export function rounded(btc: number): number {
  return btc === 0 ? 0 : Number(btc.toPrecision(3))
}
