import { expect, test } from 'vitest'
import { rosterFindings } from '../../cli/check/outside.ts'
import { rosterOf } from '../../data/companies.ts'
import { secTickers } from '../../pipeline/feeds/sec-tickers.ts'
import { recordedBody, recordedRows } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'

const url = 'https://www.sec.gov/files/company_tickers.json'

test('every company of the roster that files with the SEC had its ticker in April 2026', () => {
  const recorded = recordedRows().find((each) => each.url === url)!
  const body = recordedBody(recorded)
  const { listing: listings } = flattened(secTickers.parse(body, recordingOf(url, body, '2026-04-17T23:59:59Z')))
  const real = rosterOf(false).filter(({ market }) => market === 'us')
  expect(real.length).toBeGreaterThan(50)
  expect(rosterFindings(real, listings)).toEqual([])
  expect(
    rosterFindings(
      real,
      listings.filter(({ code }) => code !== 'MARA'),
    ),
  ).toMatchObject([{ check: 'roster MARA' }])
})
