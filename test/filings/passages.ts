import { readFiledDocument } from '../../pipeline/filings/document.ts'
import { explainsRelease } from '../../pipeline/filings/press-release.ts'
import { namesBitcoin } from '../../pipeline/filings/text.ts'
import type { SpanRow } from '../../pipeline/tables/filing.ts'

export const strategy = 'us:0001050446'

/** Passages of a document on bitcoin, whatever its form, as if `company` had filed it. */
export function spansOf(html: string, accession: string, company = strategy): SpanRow[] {
  return readFiledDocument(html, null, namesBitcoin, explainsRelease).spans.map((span) => ({
    accession,
    company,
    url: 'https://www.sec.gov/',
    ...span,
  }))
}

/** A short current report around some HTML. */
export function report(body: string, form = 'FORM 8-K'): string {
  return `<html><head><title>x</title></head><body><p>UNITED STATES</p><p>${form}</p>${body}</body></html>`
}
