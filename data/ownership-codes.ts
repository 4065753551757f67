/** Codes of transactions on forms 4 and 5 (SEC, General Instructions to Form 4, item 8), in words that follow "by". */
export const transactionCodes: ReadonlyMap<string, string> = new Map([
  ['A', 'grant or award'],
  ['C', 'conversion of a derivative'],
  ['D', 'disposition to the issuer'],
  ['E', 'expiration of a short derivative'],
  ['F', 'payment of exercise price or tax'],
  ['G', 'gift'],
  ['H', 'expiration or cancellation of a long derivative'],
  ['I', 'discretionary transaction of a plan'],
  ['J', 'another transaction that its footnote describes'],
  ['K', 'equity swap'],
  ['L', 'small acquisition'],
  ['M', 'exercise or conversion of a derivative'],
  ['O', 'exercise of a derivative out of the money'],
  ['P', 'purchase'],
  ['S', 'sale'],
  ['U', 'tender in a change of control'],
  ['W', 'will or inheritance'],
  ['X', 'exercise of a derivative in the money'],
  ['Z', 'deposit into or withdrawal from a voting trust'],
])

/** Codes of purchases and sales in the open market or by private agreement: the SEC has one code for both. */
export const marketCodes = { P: 'bought', S: 'sold' } as const

/** Forms of insiders and of holders of over 5%, which are read where they are structured data. */
export const insiderForms: readonly string[] = ['3', '4', '5'].flatMap((form) => [form, `${form}/A`])
export const holderForms: readonly string[] = ['SCHEDULE 13D', 'SCHEDULE 13G'].flatMap((form) => [form, `${form}/A`])

/** Days for which reports of insiders and holders are read and shown. */
export const ownershipDays = 90
