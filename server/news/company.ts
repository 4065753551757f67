import type { NewsDirectory } from '../../pipeline/documents/news-directory.ts'
import { Refusal } from '../errors.ts'

/** A company whose filings are read. */
export type CoveredCompany = NewsDirectory['companies'][number]

/**
 * The company that a ticker, securities code or CIK names, in capitals. Classes of shares are written with a dot or a dash, and Japanese codes
 * with or without the fifth digit. Throws 404 NOT_FOUND for one that no list names: nothing is known of its filings then.
 */
export function coveredCompany({ companies }: Pick<NewsDirectory, 'companies'>, about: string): CoveredCompany {
  const codes = [about, about.replace('.', '-'), ...(/^[0-9][0-9A-Z]{3}0$/.test(about) ? [about.slice(0, 4)] : [])]
  const byCode = companies.find((each) => each.codes.some((code) => codes.includes(code)))
  const cik = /^\d{1,10}$/.test(about) ? `us:${about.padStart(10, '0')}` : null
  const company = byCode ?? companies.find((each) => each.company === cik)
  if (company !== undefined) return company
  const isin = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(about)
  const message = isin
    ? 'No list of companies that is read here contains this ISIN. Name the company by its ticker (USA) or securities code (Japan).'
    : 'This company is not covered: no list of companies that is read here contains it. That is not evidence that it has filed nothing.'
  throw new Refusal('NOT_FOUND', message, { field: 'about' })
}
