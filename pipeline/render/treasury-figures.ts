import { addressOrText, escapeText } from './escape.ts'
import { formatNumber } from './format-number.ts'

/** Two decimals at most. */
const decimals = (value: number): number => (Number.isInteger(value) ? 0 : 2)

/** A figure of a treasury without its unit: counts, amounts, percentages and ratios. */
export const figure = (value: number): string => formatNumber(value, decimals(value))

/** A count of bitcoins, to its last filed digit. */
export const coins = (btc: number): string => formatNumber(btc, Number.isInteger(btc) ? 0 : 8)

export const statedOr = (value: number | null, other = 'not stated'): string => (value === null ? other : figure(value))

export const dollars = (value: number | null): string => (value === null ? 'not stated' : `${figure(value)} USD`)

export function link(name: string, url: string | null): string {
  return url === null ? escapeText(name) : `[${escapeText(name)}](${addressOrText(url)})`
}

export function filingLink({ form, filed, url }: { form: string; filed: string; url: string }): string {
  return link(`${form} filed ${filed}`, url)
}

/** A count as it is shown: to the coin where it is filed, else to three digits. */
export function countText({ btc_exact, btc_display }: { btc_exact: number | null; btc_display: number }): string {
  return btc_exact === null ? `about ${coins(btc_display)}` : coins(btc_exact)
}
