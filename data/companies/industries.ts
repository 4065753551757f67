/** How a market classes industries: the widths of a code, from one industry to a group of them. */
export interface IndustryClasses {
  readonly market: string
  /** What the codes are called: SIC 3674. */
  readonly scheme: string
  /** First letters of a code that name an industry and the groups it belongs to, the narrowest first. */
  readonly widths: readonly number[]
}

/**
 * Classifications whose codes nest. In every other market companies are compared within the industry that a list names in words, which has
 * no wider group.
 */
export const industryClasses: readonly IndustryClasses[] = [
  { market: 'us', scheme: 'SIC', widths: [4, 3, 2] },
  { market: 'kr', scheme: 'KSIC', widths: [5, 4, 3, 2] },
]
