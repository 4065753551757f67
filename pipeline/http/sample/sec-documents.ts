import { companyById } from '../../../data/companies.ts'
import { type SampleProgramme, samplePurpose } from '../../../data/sample-filings.ts'
import { sampleReports } from '../../../data/sample-reports.ts'
import { dayOf, isoDay } from '../../calendar/day.ts'
import { notThere, type WireFormat } from './answer.ts'
import { bitcoinSection } from './sec-bitcoin.ts'
import { filingsOf, type Layout, programmeOf, type SampleFiling, type Update } from './sec-filings.ts'
import { ascii, cell, centred, dash, gap, grouped, item, longDate, paragraph, row, table } from './sec-markup.ts'
import { periodicReport } from './sec-periodic.ts'

const address = /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/([\w.-]+)$/

/** USD; the invented companies tell no other price of their shares. */
const sharePrice = 41.5

const tickerOf = (cik: string): string => companyById(`us:${cik}`)!.ticker

const furnished =
  'The information disclosed pursuant to Item 7.01 in this Current Report on Form 8-K shall not be deemed “filed” for purposes of Section 18 of the Securities Exchange Act of 1934, as amended, or otherwise subject to the liabilities of that section.'

function cover(programme: SampleProgramme, ticker: string, reported: number): string {
  const spacer = cell('')
  const lines = (...text: string[]): string => cell(text.map((line) => paragraph(line, 'margin:0pt; text-align:center')).join(''))
  const lead = ['UNITED STATES', 'SECURITIES AND EXCHANGE COMMISSION', 'WASHINGTON, D.C. 20549', 'FORM 8-K', 'CURRENT REPORT']
  const under = ['PURSUANT TO SECTION 13 OR 15(d)', 'OF THE SECURITIES EXCHANGE ACT OF 1934']
  return [
    centred(samplePurpose),
    ...[...lead, ...under].map(centred),
    centred(`Date of Report (Date of earliest event reported): ${longDate(reported)}`),
    gap,
    centred(programme.registrant),
    centred('(Exact name of registrant as specified in its charter)'),
    table([
      row([cell(programme.state), spacer, cell(programme.fileNumber), spacer, cell(programme.ein)]),
      row([
        lines('(State or other jurisdiction', 'of incorporation)'),
        spacer,
        lines('(Commission', 'File Number)'),
        spacer,
        lines('(I.R.S. Employer', 'Identification No.)'),
      ]),
    ]),
    table([
      row([lines(programme.street, programme.city), spacer, cell(programme.zip)]),
      row([cell('(Address of principal executive offices)'), spacer, cell('(Zip Code)')]),
    ]),
    centred(`Registrant’s telephone number, including area code: ${programme.phone}`),
    paragraph('Securities registered pursuant to Section 12(b) of the Act:'),
    table([
      row([
        cell('Title of each class'),
        spacer,
        cell('Trading Symbol'),
        spacer,
        cell('Name of each exchange on which registered'),
      ]),
      row([cell('Common stock, $0.001 par value per share'), spacer, cell(ticker), spacer, cell(programme.exchange)]),
    ]),
    paragraph('Emerging growth company ☐'),
  ].join('\n')
}

/** Shares sold in one period and what may still be sold; the programme is renewed whenever it is used up. Nothing is sold of the second. */
function shares({ cik, opening, atTheMarketUsd: size }: SampleProgramme, layout: Layout, update: Update): string {
  const spacer = cell('')
  const millions = (usd: number): string => (usd === 0 ? dash : grouped(usd / 1e6, 1))
  const line = (text: string, sold: string, proceedsUsd: number, availableUsd: number): string =>
    row([
      ...[cell(text), spacer, cell(sold), spacer],
      ...[0, proceedsUsd, availableUsd].flatMap((usd) => [cell('$'), cell(millions(usd)), spacer]),
    ])
  const described = (text: string): string => row([cell(text, 13)])
  const period = `During Period<br/>${longDate(update.from)} to ${longDate(update.to)}`
  const inMillions = (words: string, note: string): string =>
    cell(`${words}<br/>(in millions)${note === '' ? '' : `\u00a0<sup>${note}</sup>`}`, 2)
  const inline = layout === 'inline XBRL'
  const kind = inline ? 'Stock' : 'ATM'
  const ticker = tickerOf(cik)
  const spent = update.heldCostUsd - opening.costUsd
  const sold = update.costUsd === 0 ? dash : grouped(update.costUsd / sharePrice)
  return table([
    row([spacer, spacer, cell(period, 7), spacer, cell(`As of<br/>${longDate(update.to)}`, 2), spacer]),
    row([
      ...[cell(inline ? 'Security' : 'ATM Program Summary'), spacer, cell('Shares Sold'), spacer],
      ...[inMillions('Notional Value', '(1)'), spacer, inMillions('Net Proceeds', '(2)'), spacer],
      ...[inMillions('Available for Issuance and Sale', ''), spacer],
    ]),
    line(`${ticker}P ${kind}`, dash, 0, size / 10),
    described('8.00% Series A Preferred Stock'),
    line(`${ticker} ${kind}`, sold, update.costUsd, size - (spent % size)),
    described('Common Stock'),
    row([...[cell('Total'), spacer, spacer, spacer, spacer, spacer, spacer], cell('$'), cell(millions(update.costUsd))]),
  ])
}

/** Tables of dollars before those on bitcoin. */
const shareSales = (programme: SampleProgramme, filing: SampleFiling): string =>
  [
    paragraph('<span style="font-style:italic">ATM Update </span>'),
    paragraph(
      `On ${longDate(filing.filed)}, ${programme.shortName} announced updates with respect to its at-the-market (“ATM”) offering program: `,
    ),
    ...filing.updates.flatMap((update) => [shares(programme, filing.layout, update), gap]),
    paragraph('(1) Notional value of the preferred stock sold.'),
    paragraph('(2) Net proceeds are presented net of sales commission.'),
  ].join('\n')

/** A report that names bitcoin as a use of proceeds and states no count. */
const notice = (programme: SampleProgramme, filed: number): string =>
  [
    item('8.01', 'Other Events'),
    paragraph(
      `On ${longDate(filed)}, ${programme.shortName} (the “Company”) entered into an amendment to its sales agreement, under which it may offer and sell shares of its common stock having an aggregate offering price of up to $${grouped(programme.atTheMarketUsd / 1e6)} million from time to time. The Company intends to use the net proceeds for general corporate purposes, including the acquisition of bitcoin.`,
    ),
  ].join('\n')

/** A report of a loan, which its index names under the item on new obligations. */
const loan = (programme: SampleProgramme, filed: number): string =>
  [
    item('1.01', 'Entry into a Material Definitive Agreement'),
    paragraph(
      `On ${longDate(filed)}, ${programme.shortName} (the “Company”) borrowed $${grouped((5 * programme.weeklyUsd) / 1e6, 1)} million under a short-term credit agreement. The loan is due on ${longDate(filed + 21)}.`,
    ),
    item('2.03', 'Creation of a Direct Financial Obligation'),
    paragraph('The information set forth in Item 1.01 is incorporated herein by reference.'),
  ].join('\n')

function bodyOf(programme: SampleProgramme, filing: SampleFiling): string {
  if (filing.items.includes('2.03')) return loan(programme, filing.filed)
  return filing.updates.length === 0 ? notice(programme, filing.filed) : updateBody(programme, filing)
}

function updateBody(programme: SampleProgramme, filing: SampleFiling): string {
  const bitcoin = bitcoinSection(programme, filing.layout, filing.filed, filing.updates)
  if (filing.layout === 'sentences') return [item('8.01', 'Other Events'), bitcoin].join('\n')
  const tables = filing.layout === 'units in headers' || filing.layout === 'inline XBRL'
  return [
    item('7.01', 'Regulation FD Disclosure'),
    paragraph(furnished),
    item('8.01', 'Other Events'),
    ...(programme.atTheMarketUsd > 0 && tables ? [shareSales(programme, filing)] : []),
    bitcoin,
  ].join('\n')
}

const signature = (programme: SampleProgramme, filed: number): string =>
  [
    centred('SIGNATURE'),
    paragraph(
      'Pursuant to the requirements of the Securities Exchange Act of 1934, as amended, the Registrant has duly caused this report to be signed on its behalf by the undersigned hereunto duly authorized.',
    ),
    table([
      row([cell(`Date: ${longDate(filed)}`), cell(programme.registrant)]),
      row([cell(''), cell(`By: /s/ ${programme.signer[0]}`)]),
      row([cell(''), cell(`Name: ${programme.signer[0]}`)]),
      row([cell(''), cell(`Title: ${programme.signer[1]}`)]),
    ]),
    centred(samplePurpose),
  ].join('\n')

/** The hidden facts an inline XBRL cover begins with. */
const hidden = (cik: string, reported: number): string => {
  const day = isoDay(reported)
  const context = `duration_${day}_to_${day}`
  const fact = (name: string, value: string): string =>
    `<ix:nonNumeric name="dei:${name}" contextRef="${context}">${value}</ix:nonNumeric>`
  return `<div style="display:none"><ix:header><ix:hidden>${fact('AmendmentFlag', 'false')} ${fact('EntityCentralIndexKey', cik)}</ix:hidden><ix:resources><xbrli:context id="${context}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">${cik}</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:startDate>${day}</xbrli:startDate><xbrli:endDate>${day}</xbrli:endDate></xbrli:period></xbrli:context></ix:resources></ix:header></div>`
}

const namespaces =
  ' xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:dei="http://xbrl.sec.gov/dei/2025" xmlns:xbrli="http://www.xbrl.org/2003/instance"'

/** The primary document of a current report, as a small filer would send it. */
function currentReport(programme: SampleProgramme, filing: SampleFiling): string {
  const inline = filing.layout === 'inline XBRL'
  return ascii(
    [
      ...(inline ? ['<?xml version="1.0" encoding="ASCII"?>'] : []),
      `<html${inline ? namespaces : ''}>`,
      '<head>\n<title>8-K SAMPLE DATA</title>\n<meta http-equiv="Content-Type" content="text/html"/>\n</head>\n<body>',
      ...(inline ? [hidden(programme.cik, filing.reported)] : []),
      cover(programme, tickerOf(programme.cik), filing.reported),
      bodyOf(programme, filing),
      signature(programme, filing.filed),
      '</body>\n</html>\n',
    ].join('\n'),
  )
}

/** Coins of the newest update whose period had ended by a day. */
function heldOn(cik: string, day: number): number {
  const updates = filingsOf(cik, day + 120).flatMap((filing) => filing.updates)
  const [newest] = updates.filter(({ to }) => to <= day).sort((a, b) => b.to - a.to)
  return Math.round((newest?.heldHundredths ?? 0) / 100)
}

/** Primary documents of reports at `Archives/edgar/data/<cik>/<accession without dashes>/<name>` of www.sec.gov. */
export const secDocuments: WireFormat = {
  host: 'www.sec.gov',
  path: (pathname) => address.test(pathname),
  answer(url, now) {
    const [, short = '', digits, name] = address.exec(url.pathname)!
    const cik = short.padStart(10, '0')
    const programme = programmeOf(cik)
    const filing = filingsOf(cik, dayOf(now) - 1).find((each) => each.accession.replaceAll('-', '') === digits)
    if (!programme || !filing || filing.document !== name)
      throw notThere(url, 'no filing of an invented company has such a document')
    if (filing.form === '8-K') return { status: 200, type: 'text/html', body: currentReport(programme, filing) }
    const report = sampleReports.find((each) => each.cik === cik)!
    const held = report.bitcoin === 'as reported' ? heldOn(cik, filing.reported) : report.bitcoin
    return { status: 200, type: 'text/html', body: periodicReport(programme, report, filing, held) }
  },
}
