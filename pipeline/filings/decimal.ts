const decimal = /^(\d*)(?:\.(\d*))?$/u
/** Digits a figure may have, and places its point may be moved: far above any filed one. */
const most = 60

/**
 * Digits with or without a point, times ten to the power of `scale`, as exact decimal text without needless zeros: (`1.50`, 6) -> `1500000`.
 * Null for what is not a number or out of bounds.
 */
export function scaledDecimal(digits: string, scale: number, negative: boolean): string | null {
  const [, whole = '', part = ''] = decimal.exec(digits) ?? []
  const all = whole + part
  if (all === '' || all.length > most || !Number.isInteger(scale) || Math.abs(scale) > most) return null
  const point = whole.length + scale
  const before = point > 0 ? all.slice(0, point).padEnd(point, '0') : ''
  const behind = point < 0 ? '0'.repeat(-point) + all : all.slice(Math.max(0, point))
  const [left, right] = [before.replace(/^0+/u, ''), behind.replace(/0+$/u, '')]
  const text = `${left === '' ? '0' : left}${right === '' ? '' : `.${right}`}`
  return negative && text !== '0' ? `-${text}` : text
}

/** A decimal text with its sign, times ten to the power of `places`; null for what is not a number. */
const moved = (text: string, places: number) => scaledDecimal(text.replace('-', ''), places, text.startsWith('-'))

/** One decimal text over another where the quotient ends within 30 places; null where it does not, or is not a number. */
export function divideDecimals(over: string, under: string): string | null {
  const places = (text: string) => text.split('.')[1]?.length ?? 0
  const shift = Math.max(places(over), places(under))
  const [a, b] = [over, under].map((text) => BigInt(moved(text, shift) ?? 0)) as [bigint, bigint]
  if (b === 0n) return null
  const extended = a * 10n ** 30n
  if (extended % b !== 0n) return null
  return moved(String(extended / b), -30)
}

/** The sum of decimal texts, exactly; null where one is not a number. */
export function sumDecimals(...terms: readonly string[]): string | null {
  const places = Math.max(0, ...terms.map((text) => text.split('.')[1]?.length ?? 0))
  const whole = terms.map((text) => moved(text, places))
  if (whole.some((text) => text === null)) return null
  return moved(String(whole.reduce((all, text) => all + BigInt(text!), 0n)), -places)
}
