import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { htmlOf } from '../../pipeline/filings/body.ts'
import type { SpanRow } from '../../pipeline/tables/filing.ts'
import { recordedFolder } from '../recorded.ts'
import truth from '../truth/strategy-8k.json' with { type: 'json' }
import { spansOf, strategy } from './passages.ts'

export const documents = truth.documents

export function bytesOf(file: string): Uint8Array {
  return new Uint8Array(readFileSync(join(recordedFolder, file)))
}

export function textOf(file: string): string {
  return new TextDecoder().decode(bytesOf(file))
}

export function recordedSpans(file: string, accession: string, company = strategy): SpanRow[] {
  return spansOf(htmlOf(bytesOf(file)), accession, company)
}

export const recordedPackage = (file: string): Uint8Array => readFileSync(join(recordedFolder, 'edinet', file))
