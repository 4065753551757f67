import { expect, test } from 'vitest'
import { unzip } from '../../pipeline/filings/zip.ts'
import { recordedPackage } from '../filings/recorded.ts'
import truth from './treasuries.edinet.json' with { type: 'json' }

interface Quoted {
  readonly quote: string
  readonly place: string
}

/** Everything in a value that quotes the package. */
function quoted(value: unknown): Quoted[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'quote' in value && 'place' in value ? [value as Quoted] : []
  return [...own, ...Object.values(value).flatMap(quoted)]
}

test.each(truth.packages.map((row) => [row.company, row] as const))(
  '%s: every quote stands where it says',
  (_, { file, values }) => {
    const [bytes] = unzip(
      recordedPackage(file.slice('edinet/'.length)),
      { entries: 9, bytes: 9_000_000, ratio: 200 },
      () => true,
    ).values()
    const rows = new TextDecoder('utf-16le')
      .decode(bytes)
      .split('\r\n')
      .map((line) => line.split('\t').map((cell) => cell.slice(1, -1)))
    const found = quoted(values).map(({ quote, place }) =>
      place === 'row of the CSV'
        ? rows.some((cells) => cells.filter((cell) => cell !== '').join(' ') === quote)
        : rows.some(([concept, ...cells]) => concept === place && cells.at(-1)?.includes(quote)),
    )
    expect(found.length).toBeGreaterThan(2)
    expect(found).not.toContain(false)
  },
)
