import { existsSync, readFileSync } from 'node:fs'
import { htmlOf } from '../../pipeline/filings/body.ts'
import { readFiledDocument } from '../../pipeline/filings/document.ts'
import { explainsRelease } from '../../pipeline/filings/press-release.ts'
import { namesBitcoin } from '../../pipeline/filings/text.ts'
import type { SpanRow } from '../../pipeline/warehouse/tables/filing.ts'
import truth from '../truth/strategy-8k.json' with { type: 'json' }

/** Recorded bodies lie beside the project; where they do not, the tests on them are skipped and say so. */
const folder = new URL('../../../shared/feeds/', import.meta.url)
export const recorded = existsSync(new URL('recordings.json', folder))
if (!recorded) console.info('skipped: tests on recorded filings, for ../shared/feeds is not here')

export const strategy = 'us:0001050446'
export const documents = truth.documents

export function bytesOf(file: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(file, folder)))
}

export function textOf(file: string): string {
  return new TextDecoder().decode(bytesOf(file))
}

/** Passages of a document on bitcoin, whatever its form, as if `company` had filed it. */
export function spansOf(html: string, accession: string, company = strategy): SpanRow[] {
  return readFiledDocument(html, null, namesBitcoin, explainsRelease).spans.map((span) => ({
    accession,
    company,
    url: 'https://www.sec.gov/',
    ...span,
  }))
}

export function recordedSpans(file: string, accession: string, company = strategy): SpanRow[] {
  return spansOf(htmlOf(bytesOf(file)), accession, company)
}

/** A short current report around some HTML. */
export function report(body: string, form = 'FORM 8-K'): string {
  return `<html><head><title>x</title></head><body><p>UNITED STATES</p><p>${form}</p>${body}</body></html>`
}
