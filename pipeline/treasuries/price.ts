import type { CountCheck } from './extraction.ts'

/** An amount of money as stated: digits, and the scale where it is named (`40.68 billion`, or `(in billions)` in the header). */
export interface StatedAmount {
  readonly digits: string
  readonly scale: 'thousand' | 'million' | 'billion' | null
}

export const scaleFactors = { thousand: 1e3, million: 1e6, billion: 1e9 } as const

/** @param scale its word, where it is named */
export function parseStatedAmount(digits: string, scale: string | undefined): StatedAmount {
  const named = scale?.toLowerCase() as keyof typeof scaleFactors
  return { digits, scale: scale !== undefined && named in scaleFactors ? named : null }
}

/**
 * A count against the money paid for it: aggregate price / average price, each within a unit of its last printed digit (filers round or
 * cut), and one coin for the rounding of the count itself. Finds a count read from a neighbouring column, a lost or a changed leading digit. An aggregate
 * whose scale is not stated may be in units, thousands, millions or billions.
 */
export function priceCheck(coins: string, aggregate: StatedAmount, average: StatedAmount): CountCheck {
  const count = Number(coins)
  const [each, eachStep] = amount(average.digits, average.scale === null ? 1 : scaleFactors[average.scale])
  const scales = aggregate.scale === null ? [1, 1e3, 1e6, 1e9] : [scaleFactors[aggregate.scale]]
  const ranges = scales.map((scale) => {
    const [all, allStep] = amount(aggregate.digits, scale)
    return [(all - allStep) / (each + eachStep) - 1, (all + allStep) / Math.max(each - eachStep, Number.MIN_VALUE) + 1] as const
  })
  const passed = each > 0 && ranges.some(([low, high]) => count >= low && count <= high)
  const paid = `${aggregate.digits}${aggregate.scale === null ? '' : ` ${aggregate.scale}`} at ${average.digits} each`
  const made = ranges.map(([low, high]) => `${Math.round(low)} to ${Math.round(high)}`).join(' or ')
  return { name: 'price', passed, detail: `${paid} make ${made} coins${passed ? '' : `, not ${coins}`}` }
}

/** The amount, and the unit of its last printed digit. */
function amount(digits: string, scale: number): [number, number] {
  const text = digits.replaceAll(',', '')
  const decimals = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
  return [Number(text) * scale, scale / 10 ** decimals]
}
