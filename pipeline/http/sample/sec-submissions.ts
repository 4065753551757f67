import { companyById } from '../../../data/companies.ts'
import { type SampleProgramme, samplePurpose } from '../../../data/sample-filings.ts'
import { dayOf, isoDay } from '../../calendar/day.ts'
import { json, notThere, type WireFormat } from './answer.ts'
import { seedOf, uniform } from './noise.ts'
import { filingsOf, programmeOf, type SampleFiling } from './sec-filings.ts'

/** Filings older than this stand on the older page. The real index keeps far more on the first one; so few would need no second. */
const recentDays = 730

const address = /^\/submissions\/CIK(\d{10})(-submissions-001)?\.json$/

const reference = (filing: SampleFiling, from: number, to: number): number =>
  from + Math.floor(uniform(seedOf(filing.accession), from) * (to - from))

/** Parallel arrays, one entry a filing. The clock is New York's although it says `Z`, as in the real index of early 2026. */
function columnar(row: SampleProgramme, filings: readonly SampleFiling[]): Record<string, unknown[]> {
  const inline = (filing: SampleFiling): number => (filing.layout === 'inline XBRL' ? 1 : 0)
  return {
    accessionNumber: filings.map((filing) => filing.accession),
    filingDate: filings.map((filing) => isoDay(filing.filed)),
    reportDate: filings.map((filing) => isoDay(filing.reported)),
    acceptanceDateTime: filings.map((filing) => `${isoDay(filing.filed)}T${filing.clock}.000Z`),
    act: filings.map(() => '34'),
    form: filings.map((filing) => filing.form),
    fileNumber: filings.map(() => row.fileNumber),
    filmNumber: filings.map((filing) => `${isoDay(filing.filed).slice(2, 4)}${reference(filing, 500_000, 999_999)}`),
    items: filings.map((filing) => filing.items),
    core_type: filings.map((filing) => (inline(filing) ? 'XBRL' : filing.form)),
    size: filings.map((filing) => reference(filing, 120_000, 480_000)),
    isXBRL: filings.map(inline),
    isInlineXBRL: filings.map(inline),
    isXBRLNumeric: filings.map(() => 0),
    primaryDocument: filings.map((filing) => filing.document),
    primaryDocDescription: filings.map((filing) => `SAMPLE DATA ${filing.form}`),
  }
}

function place(row: SampleProgramme, foreign: 0 | null): Record<string, unknown> {
  return {
    street1: row.street.toUpperCase(),
    street2: null,
    city: row.city.toUpperCase(),
    stateOrCountry: row.stateCode,
    zipCode: row.zip,
    stateOrCountryDescription: row.stateCode,
    isForeignLocation: foreign,
    foreignStateTerritory: null,
    country: null,
    countryCode: null,
  }
}

/** `submissions/CIK##########.json` of data.sec.gov, and its older page, which is the columnar object alone. Ends the day before the run. */
export const secSubmissions: WireFormat = {
  host: 'data.sec.gov',
  path: (pathname) => address.test(pathname),
  answer(url, now) {
    const [, cik = '', older] = address.exec(url.pathname)!
    const row = programmeOf(cik)
    if (!row) throw notThere(url, 'the company is not an invented one')
    const last = dayOf(now) - 1
    const filings = filingsOf(cik, last)
    const recent = filings.filter((filing) => filing.filed > last - recentDays)
    const earlier = filings.filter((filing) => filing.filed <= last - recentDays)
    if (older) {
      if (earlier.length === 0) throw notThere(url, 'there is no older page')
      return json(columnar(row, earlier))
    }
    const filer = companyById(`us:${cik}`)!
    return json({
      cik,
      entityType: 'operating',
      sic: '6199',
      sicDescription: 'Finance Services',
      ownerOrg: '09 Crypto Assets',
      insiderTransactionForOwnerExists: 0,
      insiderTransactionForIssuerExists: 0,
      name: `${filer.name} (SAMPLE DATA)`,
      tickers: [filer.ticker],
      exchanges: [row.exchange],
      ein: row.ein.replace('-', ''),
      lei: null,
      description: samplePurpose,
      website: '',
      investorWebsite: '',
      category: 'Non-accelerated filer<br>Smaller reporting company',
      fiscalYearEnd: '1231',
      stateOfIncorporation: row.stateCode,
      stateOfIncorporationDescription: row.stateCode,
      addresses: { mailing: place(row, 0), business: place(row, null) },
      phone: row.phone,
      flags: '',
      formerNames: [],
      filings: {
        recent: columnar(row, recent),
        files:
          earlier.length === 0
            ? []
            : [
                {
                  name: `CIK${cik}-submissions-001.json`,
                  filingCount: earlier.length,
                  filingFrom: isoDay(earlier.at(-1)!.filed),
                  filingTo: isoDay(earlier[0]!.filed),
                },
              ],
      },
    })
  },
}
