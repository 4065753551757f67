import { filingsOf } from '../world/filings.ts'
import { issuerOf } from '../world/issuers.ts'
import { reporterOf } from '../world/reporters.ts'
import { sampleNotFoundError, textAnswer, type WireFormat } from './answer.ts'
import { currentReport } from './sec-current-report.ts'
import { insiderReport } from './sec-insider-report.ts'
import { periodicReport } from './sec-periodic-report.ts'

/** Primary documents of reports, and forms 4 of companies with whole statements, at `Archives/edgar/data/<cik>/<accession without dashes>/<name>` of www.sec.gov. */
export const secDocuments: WireFormat = {
  host: 'www.sec.gov',
  path: /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/([\w.-]+)$/,
  answer({ url, last, parts: [short = '', digits, name] }) {
    const cik = short.padStart(10, '0')
    const issuer = issuerOf(cik)
    const filing = filingsOf(cik, last).find(({ accession }) => accession.replaceAll('-', '') === digits)
    if (filing?.form === '4' && filing.document === name)
      return textAnswer('application/xml', insiderReport(reporterOf(cik)!, filing))
    if (!filing || filing.document !== name || filing.form === '6-K' || !issuer)
      throw sampleNotFoundError(url, 'no filing of an invented company has such a document')
    return textAnswer(
      'text/html',
      filing.form === '8-K' ? currentReport(issuer, filing) : periodicReport(issuer, issuer.report!, filing),
    )
  },
}
