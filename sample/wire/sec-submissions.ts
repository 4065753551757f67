import { isoDay } from '../../pipeline/time/day.ts'
import { type Filing, filingsOf } from '../world/filings.ts'
import { issuerOf, type Registrant, samplePurpose } from '../world/issuers.ts'
import { noiseSeedOf, uniformNoise } from '../world/noise.ts'
import { reporterOf } from '../world/reporters.ts'
import { jsonAnswer, sampleNotFoundError, type WireFormat } from './answer.ts'

/** Filings older than this are on the older page. The real index keeps far more on the first page; so few would need no second. */
const recentDays = 730

const inline = ({ layout }: Filing): number => (layout === 'inline XBRL' ? 1 : 0)
const invented = ({ accession }: Filing, from: number, to: number): number =>
  from + Math.floor(uniformNoise(noiseSeedOf(accession), from) * (to - from))

/** The clock is New York's although it says `Z`, as in the real index of early 2026. */
const columns: Readonly<Record<string, (filing: Filing, issuer: Registrant) => unknown>> = {
  accessionNumber: ({ accession }) => accession,
  filingDate: ({ filed }) => isoDay(filed),
  reportDate: ({ reported }) => isoDay(reported),
  acceptanceDateTime: ({ filed, clock }) => `${isoDay(filed)}T${clock}.000Z`,
  act: () => '34',
  form: ({ form }) => form,
  fileNumber: (_filing, { fileNumber }) => fileNumber,
  filmNumber: (filing) => `${isoDay(filing.filed).slice(2, 4)}${invented(filing, 500_000, 999_999)}`,
  items: ({ items }) => items,
  core_type: (filing) => (inline(filing) ? 'XBRL' : filing.form),
  size: (filing) => invented(filing, 120_000, 480_000),
  isXBRL: inline,
  isInlineXBRL: inline,
  isXBRLNumeric: () => 0,
  primaryDocument: ({ form, document }) => (form === '4' ? `xslF345X06/${document}` : document),
  primaryDocDescription: ({ form }) => `SAMPLE DATA ${form}`,
}

/** Parallel arrays, one entry a filing. */
const columnar = (issuer: Registrant, filings: readonly Filing[]): Record<string, unknown[]> =>
  Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, filings.map((filing) => read(filing, issuer))]))

/** A state is described by its code, another country by its name. */
const described = (code: string): string => (code === 'X0' ? 'United Kingdom' : code)

const addressOf = ({ street, city, zip, state: [, code] }: Registrant, isForeignLocation: 0 | null) => ({
  ...{ street1: street.toUpperCase(), street2: null, city: city.toUpperCase(), stateOrCountry: code, zipCode: zip },
  ...{
    stateOrCountryDescription: described(code),
    isForeignLocation,
    foreignStateTerritory: null,
    country: null,
    countryCode: null,
  },
})

/** Industry, filer class and year of a holder of bitcoin. */
const holder = {
  ...{ sic: '6199', sicDescription: 'Finance Services', ownerOrg: '09 Crypto Assets', fiscalYearEnd: '1231', formerNames: [] },
  category: 'Non-accelerated filer<br>Smaller reporting company',
}

/** `submissions/CIK##########.json` of data.sec.gov, and its older page, which is the columnar object alone. Ends the day before the run. */
export const secSubmissions: WireFormat = {
  host: 'data.sec.gov',
  path: /^\/submissions\/CIK(\d{10})(-submissions-001)?\.json$/,
  answer({ url, last, parts: [cik = '', older] }) {
    const reporter = reporterOf(cik)
    const issuer = issuerOf(cik) ?? reporter
    if (!issuer) throw sampleNotFoundError(url, 'the company is not an invented one')
    const filings = filingsOf(cik, last)
    const recent = filings.filter(({ filed }) => filed > last - recentDays)
    const earlier = filings.slice(recent.length)
    if (older && earlier.length === 0) throw sampleNotFoundError(url, 'there is no older page')
    if (older) return jsonAnswer(columnar(issuer, earlier))
    const [newest, oldest] = [earlier[0], earlier.at(-1)]
    const page = newest && {
      name: `CIK${cik}-submissions-001.json`,
      filingCount: earlier.length,
      filingFrom: isoDay(oldest!.filed),
      filingTo: isoDay(newest.filed),
    }
    const [, code] = issuer.state
    const { sic, sicDescription, ownerOrg, category, fiscalYearEnd, formerNames } = reporter ?? holder
    return jsonAnswer({
      ...{ cik, entityType: 'operating', sic, sicDescription, ownerOrg },
      ...{ insiderTransactionForOwnerExists: 0, insiderTransactionForIssuerExists: 0, name: `${issuer.name} (SAMPLE DATA)` },
      ...{ tickers: [issuer.ticker], exchanges: [issuer.exchange], ein: issuer.ein.replace('-', ''), lei: null },
      ...{ description: samplePurpose, website: '', investorWebsite: '' },
      category,
      ...{ fiscalYearEnd, stateOfIncorporation: code, stateOfIncorporationDescription: described(code) },
      addresses: { mailing: addressOf(issuer, 0), business: addressOf(issuer, null) },
      ...{ phone: issuer.phone, flags: '', formerNames },
      filings: { recent: columnar(issuer, recent), files: page ? [page] : [] },
    })
  },
}
