import { expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { edinetDocuments } from '../../pipeline/feeds/edinet-documents.ts'
import type { ReportDocument } from '../../pipeline/feeds/feed.ts'
import { unzip } from '../../pipeline/filings/zip.ts'
import { packageOf } from '../filings/edinet-package.ts'
import { recordingOf } from '../recording-of.ts'
import { readYenReport } from '../treasuries/periodic/judged.ts'
import { mutated, seeded } from './mutate.ts'

export const count = process.env['TORTURE'] === '1' ? 2_000 : 16
export const url = 'https://api.edinet-fsa.go.jp/api/v2/documents/S9260630?type=5'
const rates = { priceAt: () => 68_214.87, yenAt: () => 159.08, verdicts: new Map() }

const parse = (body: Uint8Array): ReportDocument | null => {
  try {
    return edinetDocuments.parse(body, recordingOf(url, body, '2026-11-20T00:00:00Z')).reports?.[0] ?? null
  } catch (error) {
    if (error instanceof ParseError) return null
    throw error
  }
}

/** Every number a reading serves, by name. */
function served(row: ReportDocument): Map<string, number> {
  const filing = { form: row.form, accession: row.accession, filed: '2026-11-01', url: row.url, knownAt: '2026-11-01T00:00:00Z' }
  const { report } = readYenReport({ facts: row.facts, texts: row.texts, unread: [] }, filing, rates)
  const { btc = null, cash = null, totalAssets = null, dueWithin24Months = null } = report ?? {}
  const debt = report?.debt?.map(({ name, principal }) => [name, principal] as const) ?? []
  const shares = report?.coverShares.map((each) => [each.name, each.shares] as const) ?? []
  const all = [
    ['btc', btc?.value ?? null],
    ['cash', cash],
    ['assets', totalAssets],
    ['due', dueWithin24Months],
    ...debt,
    ...shares,
  ] as const
  return new Map(all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])))
}

/** Tests that mutations of a package are refused, or read as what they spell. */
export function mutatedPackage(body: Uint8Array): void {
  const clean = served(parse(body)!)

  test('of its bytes: refused, or the same report', () => {
    const random = seeded(11)
    const whole = JSON.stringify(parse(body)?.facts)
    let refused = 0
    for (let run = 0; run < count; run += 1) {
      const text = mutated(Buffer.from(body).toString('latin1'), random)
      const row = parse(Buffer.from(text, 'latin1'))
      if (row === null) refused += 1
      else expect(JSON.stringify(row.facts)).toBe(whole)
    }
    expect(refused).toBeGreaterThan(count / 2)
  })

  test('of its rows: no figure that they do not spell', () => {
    const [[name, csv] = ['', new Uint8Array()]] = [
      ...unzip(body, { entries: 9, bytes: 9_000_000, ratio: 200 }, (each) => each.includes('/jpcrp')),
    ]
    const rows = Buffer.from(csv).toString('utf16le')
    const random = seeded(12)
    const told = { same: 0, less: 0, spelt: 0, refused: 0 }
    for (let run = 0; run < count; run += 1) {
      const bad = mutated(rows, random)
      const row = parse(packageOf({ [name]: bad }))
      if (row === null) {
        told.refused += 1
        continue
      }
      const changed = [...served(row)].filter(([what, value]) => clean.get(what) !== value)
      // a sum of rows is not spelt itself
      for (const [what, value] of changed)
        expect(
          what === 'due' || what === 'Common stock' || bad.includes(`"${value}"`) || bad.includes(value.toLocaleString('en-US')),
          `${run}: ${what} ${value}`,
        ).toBe(true)
      told[changed.length > 0 ? 'spelt' : served(row).size === clean.size ? 'same' : 'less'] += 1
    }
    expect(told.same).toBeGreaterThan(0)
  })
}
