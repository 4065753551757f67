import { describe, expect, test } from 'vitest'
import { htmlOf } from '../../pipeline/filings/body.ts'
import { readFiledDocument } from '../../pipeline/filings/document.ts'
import { namesUnsoldCapacity } from '../../pipeline/filings/text.ts'
import { readCapacities } from '../../pipeline/treasuries/atm-capacity.ts'
import type { FiledPassage } from '../../pipeline/warehouse/companies/filings.ts'
import { bytesOf } from '../filings/recorded.ts'
import truth from '../truth/treasuries.json' with { type: 'json' }

interface Stated {
  readonly program: string
  readonly value: string
  readonly as_of: string
  readonly quote: string
}

/** Where the person who read a filing named a program by its date too, the name the filing itself gives. */
const asFiled: Readonly<Record<string, string>> = {
  '0001193125-24-260452': 'Sales Agreement',
  '0001193125-25-001854': 'Sales Agreement',
  '0001193125-25-073989': 'Common ATM',
}

const passagesOf = (html: string): FiledPassage[] => [...readFiledDocument(html, null, namesUnsoldCapacity).spans]

describe("what is left of Strategy's programs, against what a person read in its 8-Ks", () => {
  const filings = truth.filings.filter(({ file }) => file.includes('/mstr_8k/8k-'))
  const statedIn = ({ values }: (typeof filings)[number]): readonly Stated[] =>
    'atm_capacity' in values && Array.isArray(values.atm_capacity) ? (values.atm_capacity as Stated[]) : []

  test('the person read 36 whole documents, and 67 capacities in 17 of them', () => {
    const stated = filings.map(statedIn).filter((each) => each.length > 0)
    expect([filings.length, stated.length, stated.flat().length]).toEqual([36, 17, 67])
  })

  test.each(filings)('$file', (row) => {
    const accession = row.accession!
    const found = readCapacities(passagesOf(htmlOf(bytesOf(row.file))), row.filed!)
    expect(found.map(({ program, availableUsd, asOf }) => [program, String(availableUsd), asOf])).toEqual(
      statedIn(row).map(({ program, value, as_of }) => [
        program.startsWith('Common ATM of') ? asFiled[accession] : program,
        value,
        as_of,
      ]),
    )
    for (const { quote, place } of found) {
      expect(quote).toMatch(/available for issuance and sale/i)
      expect(place).toMatch(/^(?:table \d+, row \d+, column \d+|paragraph \d+, sentence \d+)$/)
    }
  })
})
