import { describe, expect, test } from 'vitest'
import { rosterFilerOf } from '../../pipeline/feeds/sec-address.ts'
import { readFilings } from '../../pipeline/feeds/sec-filings.ts'
import { secSubmissions } from '../../pipeline/feeds/sec-submissions.ts'
import { bytesOf } from '../filings/recorded.ts'
import { recordedFilesIn } from '../recorded.ts'
import { flattened } from '../rows.ts'
import { recording } from './sec-columns.ts'

describe('recorded bodies', () => {
  const nameOf = (file: string) => `${/(CIK\d{10}(?:-submissions-\d{3})?)_/u.exec(file)?.[1]}.json`

  test('every recorded index is read without a rejected row', () => {
    const files = recordedFilesIn('sec/submissions')
    expect(files.length).toBeGreaterThan(15)
    for (const file of files) {
      const body = bytesOf(file)
      const columns: { filings?: { recent: { form: unknown[] } }; form?: unknown[] } = JSON.parse(new TextDecoder().decode(body))
      const name = nameOf(file)
      const parsed = flattened(secSubmissions.parse(body, recording(name)))
      const { filings } = readFilings(columns.filings?.recent ?? columns, name.slice(3, 13))
      expect(parsed.filing, file).toEqual(rosterFilerOf(name.slice(3, 13)) === undefined ? [] : filings)
      expect(filings.length + parsed.rejected.length, file).toBe((columns.filings?.recent.form ?? columns.form)?.length)
      expect(
        parsed.rejected.filter((row) => row.rule !== 'filing-repeated'),
        file,
      ).toEqual([])
    }
  })

  test('Strategy: 1,000 filings, no page of before 2020, the current reports that may state holdings, the newest periodic ones', () => {
    const parsed = flattened(secSubmissions.parse(bytesOf('sec/submissions/CIK0001050446_MSTR_2026-01-20.json'), recording()))
    // counted in the columns by another program: updates, those of them in thirteen months with exhibits, and periodic reports
    expect([parsed.filing.length, parsed.next.length]).toEqual([1000, 158 + 16 + 5])
    const periodic = parsed.next.slice(-5).map(({ url }) => parsed.filing.find((filing) => filing.url === url)?.form)
    expect(periodic).toEqual(['10-Q', '10-Q', '10-Q', '10-K', '10-Q'])
    expect(parsed.next[0]?.url).toBe('https://www.sec.gov/Archives/edgar/data/1050446/000119312526016002/mstr-20260105.htm')
    const newest = parsed.filing.find((filing) => filing.accession === '0001193125-26-016002')
    expect(newest?.accepted_at.slice(0, 16)).toBe('2026-01-20T13:00')
  })

  test('the same rows whichever zone the clock claims: never before the filing was accepted', () => {
    const trimmed = flattened(
      secSubmissions.parse(bytesOf('sec/submissions/CIK0001050446_MSTR_trimmed_2026-06-29.json'), recording()),
    )
    expect(trimmed.filing).toHaveLength(15)
    expect(trimmed.filing[0]?.accepted_at).toBe('2026-06-29T16:00:15.000Z')
  })
})
