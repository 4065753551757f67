import { figure } from '../../values/amounts.ts'

/** Signs of currencies, written before an amount; other currencies have their code there. */
const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', KRW: '₩', INR: '₹' }
const scales = [
  [1e12, 'tn'],
  [1e9, 'bn'],
  [1e6, 'm'],
] as const

/** An amount with its sign, scale and at most four digits: `$111.2bn`, `₩45.9tn`, `-CHF 1.25m`, `$12,400`. */
export function moneyText(value: number, currency: string): string {
  const sign = signs[currency] ?? `${currency} `
  return `${value < 0 ? '-' : ''}${sign}${scaledCountText(Math.abs(value))}`
}

/** A count with its scale: `1.2bn`, `716.4m`. */
export function scaledCountText(size: number): string {
  // 999,960,000 is 1bn, not 1,000m
  const [scale, letters] = scales.find(([each]) => size >= 0.99995 * each) ?? [1, '']
  if (scale === 1) return figure(size, 0)
  const shown = size / scale
  return `${figure(shown, shown >= 10 ? 1 : 2)}${letters}`
}

/** A percentage with one decimal: `16.6%`. */
export const percentText = (value: number): string => `${figure(value, 1)}%`

/** Above this a change is a multiple. */
const mostPercent = 100

/**
 * The verb and size of a change between two amounts above zero, to be followed by the new amount: `rose 16.6% to`, `fell 31% to`, `more than doubled to`,
 * `rose 12-fold to`, `was unchanged at`.
 *
 * @param was `were` for a plural
 */
export function changeVerb(now: number, then: number, was = 'was'): string {
  const change = 100 * (now / then - 1)
  if (Math.abs(change) < 0.05) return `${was} unchanged at`
  if (change <= mostPercent) return `${change < 0 ? 'fell' : 'rose'} ${percentText(Math.abs(change))} to`
  const times = now / then
  return times < 3 ? 'more than doubled to' : `rose ${figure(times, times < 10 ? 1 : 0)}-fold to`
}

/** The first letter small, for the second half of a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
