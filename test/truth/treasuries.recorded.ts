import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { recordedFilesIn, recordedFolder } from '../recorded.ts'
import { cases, millionths, type Node, objectsIn, sum, truth } from './treasuries.ts'

const bitcoin = /[Bb]itcoin|BITCOIN|\bBTC\b|ビットコイン|暗号資産/
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text as a reader sees it: cells and blocks apart, tags of letters gone, white space folded. */
function textOf(markup: string): string {
  return markup
    .replace(/<(ix:header|style|script)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?(?:p|div|t[dhr]|table|br|li|ul|ol|h[1-6r]|body|title|text)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) => String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)))
    .replace(/&([a-z]+);/g, (whole, name: string) => named[name] ?? whole)
    .replace(/\u200b/g, '')
    .replace(/\s+/g, ' ')
}

/** Members of a ZIP archive, by its central directory. */
function members(zip: Buffer): Buffer[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const found: Buffer[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const start = zip.readUInt32LE(at + 42)
    const body = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const packed = zip.subarray(body, body + zip.readUInt32LE(at + 20))
    found.push(zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed))
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return found
}

function plain(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le').replaceAll('"', '').replace(/\s+/g, ' ')
  return textOf(bytes.toString('utf8'))
}

function documentText(file: string): string {
  const bytes = readFileSync(join(recordedFolder, file))
  return file.endsWith('.zip') ? members(bytes).map(plain).join(' ') : plain(bytes)
}

describe('the golden set against the recorded documents', () => {
  test.each(cases)('%s: every quote stands in the document', (file, filing) => {
    const text = documentText(file)
    const quotes = [...objectsIn(filing.values)].flatMap(({ quote }) => (typeof quote === 'string' ? [quote] : []))
    expect(quotes.filter((quote) => !text.includes(quote))).toEqual([])
    const count = filing.values['btc_count'] as Node
    if (typeof count['names_bitcoin'] === 'boolean') expect(bitcoin.test(text)).toBe(count['names_bitcoin'])
  })

  test.each(truth.negatives.map((row) => [row.file, row] as const))(
    '%s: names bitcoin only where said',
    (file, { names_bitcoin, quote }) => {
      const text = documentText(file)
      expect(bitcoin.test(text)).toBe(names_bitcoin)
      if (quote) expect(text).toContain(quote)
    },
  )

  test('every recorded filing that tests read is in the set', () => {
    const folders = ['sec/filings', 'sec/filings/mstr_8k', 'sec/filings/companies']
    const packages = recordedFilesIn('edinet').filter((name) => name.endsWith('.zip'))
    expect([...truth.filings, ...truth.negatives].map(({ file }) => file).sort()).toEqual(
      [...folders.flatMap(recordedFilesIn), ...packages].sort(),
    )
  })

  test.each(truth.companyfacts.map((row) => [row.file, row] as const))('%s: facts and their sums', (file, row) => {
    const { facts } = JSON.parse(readFileSync(join(recordedFolder, file), 'utf8')) as {
      facts: { 'us-gaap': Record<string, { units: Record<string, { val: number; end: string; accn: string }[]> }> }
    }
    for (const [tag, value] of Object.entries(row.facts)) {
      const reported = Object.values(facts['us-gaap'][tag]?.units ?? {}).flat()
      expect(reported.filter(({ end, accn }) => end === row.as_of && accn === row['accession']).map(({ val }) => val)).toContain(
        value,
      )
    }
    for (const { value, sum_of } of [row['debt_principal'], row['due_24_months']] as { value: string; sum_of: string[] }[]) {
      expect(millionths(value)).toBe(sum(sum_of))
    }
  })
})
