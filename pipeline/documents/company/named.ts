import { issuerIdsOf } from '../../../data/companies/successors.ts'

/** What every list says of a company. */
export interface NamedCompany {
  /** Issuer id. */
  readonly company: string
  /** Tickers and codes of exchanges, as their lists spell them. */
  readonly codes: readonly string[]
  readonly lei?: string | undefined
}

/** Companies by each of their names. */
type Index = ReadonlyMap<string, readonly NamedCompany[]>
const indexes = new WeakMap<readonly NamedCompany[], Index>()

/** Made once for a list: codes come before numbers of issuers, those before LEIs, and the USA before other markets, whose symbols may be its tickers. */
function indexOf(companies: readonly NamedCompany[]): Index {
  const before = indexes.get(companies)
  if (before !== undefined) return before
  const index = new Map<string, NamedCompany[]>()
  const inOrder = companies.toSorted((a, b) => Number(b.company.startsWith('us:')) - Number(a.company.startsWith('us:')))
  const namesOf = [
    ({ codes }: NamedCompany) => codes,
    ({ company }: NamedCompany) =>
      issuerIdsOf(company)
        .toReversed()
        .map((id) => id.slice(id.indexOf(':') + 1)),
    ({ lei }: NamedCompany) => (lei ? [lei] : []),
  ]
  for (const names of namesOf)
    for (const each of inOrder) for (const name of names(each)) index.set(name, [...(index.get(name) ?? []), each])
  indexes.set(companies, index)
  return index
}

/**
 * The company that a ticker, securities code, ISIN, LEI or number of an issuer names, in any case, alone or after its market (US:0000320193,
 * jp:6743). Classes of shares are written with a dot or a dash, Japanese codes with or without the fifth digit, CIKs with or without zeros
 * before them; a code comes before a CIK of the same digits. Null for one that no list names.
 */
export function matchCompany<Company extends NamedCompany>(
  { companies }: { readonly companies: readonly Company[] },
  name: string,
): Company | null {
  const [, market, word = ''] = /^(?:([A-Z]{2}):)?(.+)$/.exec(name.toUpperCase()) ?? []
  const index = indexOf(companies) as ReadonlyMap<string, readonly Company[]>
  for (const spelling of spellingsOf(word)) {
    const named = index.get(spelling) ?? []
    const company = named.find((each) => market === undefined || each.company.startsWith(`${market.toLowerCase()}:`))
    if (company !== undefined) return company
  }
  return null
}

/** How lists spell what a caller writes, the likeliest first. */
function spellingsOf(word: string): string[] {
  const korean = isIsin(word) ? /^KR7(\w{6})00/.exec(word) : null
  return [
    ...[word, word.replaceAll('.', '-')],
    ...(/^[0-9][0-9A-Z]{3}0$/.test(word) ? [word.slice(0, 4)] : []),
    ...(korean === null ? [] : [korean[1]!]),
    ...(/^\d{1,10}$/.test(word) ? [word.padStart(10, '0')] : []),
  ]
}

const isinShape = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/

/** Whether an address, in capitals, is an ISIN: its last digit is that of the others. */
export function isIsin(address: string): boolean {
  if (!isinShape.test(address)) return false
  const digits = [...address].map((each) => Number.parseInt(each, 36)).join('')
  const sum = [...digits].reverse().reduce((total, each, at) => {
    const weighed = Number(each) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(weighed / 10) + (weighed % 10)
  }, 0)
  return sum % 10 === 0
}
