import { type SampleProgramme, samplePurpose } from '../../../data/sample-filings.ts'
import { dayOf, isoDay } from '../../calendar/day.ts'
import { notThere, type WireFormat } from './answer.ts'
import { filingsOf, programmeOf, type SampleFiling } from './sec-filings.ts'
import { ascii, centred, longDate, paragraph } from './sec-markup.ts'

const address = /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{10}-\d{2}-\d{6})\.txt$/

const html = (title: string, body: readonly string[]): string =>
  ascii(`<html>\n<head>\n<title>${title} SAMPLE DATA</title>\n</head>\n<body>\n${body.join('\n')}\n</body>\n</html>`)

function cover(programme: SampleProgramme, filed: number): string {
  return html('6-K', [
    ...[samplePurpose, 'UNITED STATES', 'SECURITIES AND EXCHANGE COMMISSION', 'WASHINGTON, D.C. 20549', 'FORM 6-K'].map(centred),
    centred('REPORT OF FOREIGN PRIVATE ISSUER PURSUANT TO RULE 13a-16 OR 15d-16'),
    centred('UNDER THE SECURITIES EXCHANGE ACT OF 1934'),
    centred(`For the month of ${longDate(filed).replace(/\u00a0\d+,/, '')}`),
    centred(`Commission File Number: ${programme.fileNumber}`),
    centred(programme.registrant),
    paragraph('Furnished as Exhibit 99.1 to this Report on Form 6-K is a press release of the registrant.'),
    paragraph(`Date: ${longDate(filed)}. By: /s/ ${programme.signer[0]}, ${programme.signer[1]}`),
  ])
}

/** It names bounds and parts of what is held, and no total. */
function pressRelease({ shortName, city, opening }: SampleProgramme, filed: number): string {
  const bound = Math.floor(opening.bitcoin / 1_000) * 1_000
  return html('EX-99.1', [
    centred(`Exhibit 99.1. ${samplePurpose}`),
    centred(`${shortName} publishes its business update`),
    paragraph(
      `${city}, ${longDate(filed)} - ${shortName} plc, which holds more than ${bound.toLocaleString('en-US')} bitcoins, today published its business update.`,
    ),
    paragraph(`Of the bitcoins it holds, 250 BTC are pledged as collateral for a loan.`),
  ])
}

const document = (type: string, sequence: number, filename: string, text: string): string =>
  `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${sequence}\n<FILENAME>${filename}\n<DESCRIPTION>SAMPLE DATA ${type}\n<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`

function submission(programme: SampleProgramme, { accession, filed, clock, document: name }: SampleFiling): string {
  const day = isoDay(filed).replaceAll('-', '')
  return [
    `<SEC-DOCUMENT>${accession}.txt : ${day}`,
    `<SEC-HEADER>${accession}.hdr.sgml : ${day}`,
    `<ACCEPTANCE-DATETIME>${day}${clock.replaceAll(':', '')}`,
    `ACCESSION NUMBER:\t\t${accession}`,
    'CONFORMED SUBMISSION TYPE:\t6-K',
    'PUBLIC DOCUMENT COUNT:\t\t2',
    `CONFORMED PERIOD OF REPORT:\t${day}`,
    `FILED AS OF DATE:\t\t${day}`,
    `DATE AS OF CHANGE:\t\t${day}`,
    '\nFILER:\n\n\tCOMPANY DATA:\t',
    `\t\tCOMPANY CONFORMED NAME:\t\t\t${programme.registrant} (SAMPLE DATA)`,
    `\t\tCENTRAL INDEX KEY:\t\t\t${programme.cik}`,
    '</SEC-HEADER>',
    `${document('6-K', 1, name, cover(programme, filed))}${document('EX-99.1', 2, name.replace('.htm', '-ex99.htm'), pressRelease(programme, filed))}</SEC-DOCUMENT>\n`,
  ].join('\n')
}

/** Complete submissions of 6-Ks at `Archives/edgar/data/<cik>/<accession>.txt` of www.sec.gov. */
export const secCompleteSubmissions: WireFormat = {
  host: 'www.sec.gov',
  path: (pathname) => address.test(pathname),
  answer(url, now) {
    const [, short = '', accession] = address.exec(url.pathname)!
    const cik = short.padStart(10, '0')
    const programme = programmeOf(cik)
    const filing = filingsOf(cik, dayOf(now) - 1).find((each) => each.accession === accession)
    if (!programme || filing?.form !== '6-K') throw notThere(url, 'no report of an invented foreign company is there')
    return { status: 200, type: 'text/plain', body: submission(programme, filing) }
  },
}
