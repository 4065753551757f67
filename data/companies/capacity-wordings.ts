/** A way to write what may still be sold under a program of sales at the market. Frozen as wordings of a holding are. */
export interface CapacityWording {
  /** Source of a pattern; names in braces stand for a row of `capacityParts`, `{number}` for one. */
  readonly says: string
  readonly example: string
  /** What the example leaves of which program, in dollars. */
  readonly leaves: readonly [program: string, usd: number]
}

export const capacityParts: Readonly<Record<string, string>> = {
  dollars: '\\$(?<digits>{number})(?: (?<scale>thousand|million|billion))?',
  // what a program may sell up to is its size
  left: '(?<!\\bup to ){dollars}',
  ends: '(?=,|\\.|;|\\)| and | as of | (?:was|is|were) |$)',
  its: '(?:the|its|our|this|such)',
  // a program by the name the filing gives it, and one that its name says to be a program of sales
  named: '{its} (?<program>[A-Z0-9][^,.;$]{0,60}?)(?=,|\\.|;|\\)| and | as of |$)',
  kind: '(?:ATM|[Aa]t[- ][Tt]he[- ][Mm]arket|[Ss]ales [Aa]greement|[Dd]istribution [Aa]greement|[Oo]ffering (?:[Pp]rogram|[Aa]greement))',
  ofKind: '{its} (?<program>[^,.;$]{0,60}?{kind}[^,.;$]{0,30}?){ends}',
  forSale:
    '(?:for (?:future |further |potential )?(?:issuance(?: and sale)?|sales?|offer and sale|sale and issuance)|to be (?:issued(?: and sold)?|sold|offered and sold))',
  securities: '(?: (?:of|in) (?:(?!proceeds|repurchase)[^$,;]){1,80}?)?',
}

export const capacityWordings: readonly CapacityWording[] = [
  {
    says: '{left}{securities} remain(?:s|ed)? available for issuance and sale (?:pursuant to|under) {named}',
    example:
      'As of October 31, 2025, approximately $20.97 billion of STRK Shares remained available for issuance and sale pursuant to the STRK Facility.',
    leaves: ['STRK Facility', 20_970_000_000],
  },
  {
    says: '{left}{securities} (?:(?:that )?(?:remain(?:s|ed)?|was|were|is|are) )?(?:remaining|unsold|unused|available)(?: available)?(?: {forSale})? (?:pursuant to|under) {ofKind}',
    example:
      'As of October 31, 2025, we had $84.5 million remaining available for future issuance under our at-the-market equity offering program.',
    leaves: ['at-the-market equity offering program', 84_500_000],
  },
  {
    says: '\\b(?:availability|capacity|ability) to (?:raise|sell|issue)(?: up to)?(?: an additional)?(?: approximately)? {dollars}[^$;]{1,100}? (?:pursuant to|under) {ofKind}',
    example:
      'As of October 31, 2025, the Company has the availability to raise approximately $412.7 million through the issuance and sale of its Class A common stock pursuant to the Sales Agreement.',
    leaves: ['Sales Agreement', 412_700_000],
  },
  {
    says: '\\b(?:amount|capacity|availability) (?:remaining|available|remaining available|left)(?: {forSale})? under {ofKind} (?:was|is|were)(?: approximately)? {dollars}',
    example:
      'As of October 31, 2025, the amount remaining available for sale under the 2024 ATM was approximately $57.3 million.',
    leaves: ['2024 ATM', 57_300_000],
  },
]
