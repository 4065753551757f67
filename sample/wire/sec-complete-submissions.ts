import { type Filing, filingsOf } from '../world/filings.ts'
import { type Issuer, issuerOf, samplePurpose } from '../world/issuers.ts'
import { reporterOf } from '../world/reporters.ts'
import { sampleNotFoundError, textAnswer, type WireFormat } from './answer.ts'
import { completeSubmission, documentPart, longDate, plainDocument } from './sec-markup.ts'
import { reporterSubmission } from './sec-reporter-submission.ts'

const cover = ({ fileNumber, registrant, signer }: Issuer, filed: number): string => `
^${samplePurpose}
^UNITED STATES
^SECURITIES AND EXCHANGE COMMISSION
^WASHINGTON, D.C. 20549
^FORM 6-K
^REPORT OF FOREIGN PRIVATE ISSUER PURSUANT TO RULE 13a-16 OR 15d-16
^UNDER THE SECURITIES EXCHANGE ACT OF 1934
^For the month of ${longDate(filed).replace(/\u00a0\d+,/, '')}
^Commission File Number: ${fileNumber}
^${registrant}
Furnished as Exhibit 99.1 to this Report on Form 6-K is a press release of the registrant.
Date: ${longDate(filed)}. By: /s/ ${signer[0]}, ${signer[1]}`

/** It names bounds and parts of what is held, and no total. */
const pressRelease = ({ shortName, city, opening }: Issuer, filed: number): string => `
^Exhibit 99.1. ${samplePurpose}
^${shortName} publishes its business update
${city}, ${longDate(filed)} - ${shortName} plc, which holds more than ${(Math.floor(opening.bitcoin / 1_000) * 1_000).toLocaleString('en-US')} bitcoins, today published its business update.
Of the bitcoins it holds, 250 BTC are pledged as collateral for a loan.`

const submission = (issuer: Issuer, filing: Filing): string =>
  completeSubmission(issuer, filing, [
    documentPart('6-K', 1, filing.document, plainDocument('6-K', cover(issuer, filing.filed))),
    documentPart(
      'EX-99.1',
      2,
      filing.document.replace('.htm', '-ex99.htm'),
      plainDocument('EX-99.1', pressRelease(issuer, filing.filed)),
    ),
  ])

/** Complete submissions of 6-Ks, and of reports of companies with whole statements, at `Archives/edgar/data/<cik>/<accession>.txt` of www.sec.gov. */
export const secCompleteSubmissions: WireFormat = {
  host: 'www.sec.gov',
  path: /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{10}-\d{2}-\d{6})\.txt$/,
  answer({ url, last, parts: [short = '', accession] }) {
    const cik = short.padStart(10, '0')
    const [issuer, reporter] = [issuerOf(cik), reporterOf(cik)]
    const filing = filingsOf(cik, last).find((each) => each.accession === accession)
    if (reporter && filing) return textAnswer('text/plain', reporterSubmission(reporter, filing))
    if (filing?.form !== '6-K') throw sampleNotFoundError(url, 'no report of an invented foreign company is there')
    return textAnswer('text/plain', submission(issuer!, filing))
  },
}
