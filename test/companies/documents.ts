import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { secCompanyFilings } from '../../pipeline/feeds/sec-company-filings.ts'
import type { DocumentSet } from '../../pipeline/filings/document-set.ts'
import { recordedFolder } from '../recorded.ts'
import { recordedCompanies } from '../recorded-companies.ts'
import { recordingOf } from '../recording-of.ts'
import { handRead } from './markets.ts'

/** Documents of recorded filings of the SEC, as the feed reads them. */
export function recordedDocuments(address = /sec\.gov\/Archives/): readonly DocumentSet[] {
  return recordedCompanies(address).flatMap(({ url, at, body }) =>
    secCompanyFilings.match(new URL(url)) ? (secCompanyFilings.parse(body, recordingOf(url, body, at)).documents ?? []) : [],
  )
}

const addresses = new Map(
  ['recordings.json', 'recordings.companies.json', 'recordings.companies2.json'].flatMap((name) => {
    const { recordings } = JSON.parse(readFileSync(join(recordedFolder, name), 'utf8')) as {
      recordings: { file: string; url: string }[]
    }
    return recordings.map(({ file, url }) => [file, url] as const)
  }),
)

/** The document of a recorded file, whoever its filer is: as a document by itself, where no address of it is known. */
export function documentsIn(file: string): readonly DocumentSet[] {
  const stored = readFileSync(join(recordedFolder, file))
  const body = file.endsWith('.gz') ? gunzipSync(stored) : stored
  const url = addresses.get(file) ?? 'https://www.sec.gov/Archives/edgar/data/1/000000000100000000/'
  return secCompanyFilings.parse(body, recordingOf(url, body, '2026-07-01T00:00:00Z')).documents ?? []
}

/** Facts of one kind read by hand off documents of the USA, with the file each is in. */
export const handReadOf = <Fact extends object>(kind: string): readonly (Fact & { id: string; file: string })[] =>
  handRead.filter((fact) => fact.kind === kind && fact.market === 'USA') as unknown as (Fact & { id: string; file: string })[]
