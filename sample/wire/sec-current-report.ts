import { isoDay } from '../../pipeline/time/day.ts'
import type { Filing, FilingLayout, HoldingUpdate } from '../world/filings.ts'
import { type Issuer, samplePurpose } from '../world/issuers.ts'
import { ixNonNumeric } from './inline-xbrl.ts'
import {
  asciiDocument,
  boldHtml,
  emptyCellDash,
  groupedDigits,
  longDate,
  paragraphHtml,
  tableCellHtml,
  tableHtml,
  tableRowHtml,
  templateHtml,
} from './sec-markup.ts'

/** USD; the invented companies tell no other price of their shares. */
const sharePrice = 41.5
const fees = 'inclusive of fees and expenses'

const millions = (usd: number): string => groupedDigits(usd / 1e6, 1)
/** `$75.1 million`, `$1.20 billion`. */
const inWords = (usd: number): string => (usd < 1e9 ? `$${millions(usd)} million` : `$${groupedDigits(usd / 1e9, 2)} billion`)
const coins = (hundredths: number): string => groupedDigits(hundredths / 100)
const average = (usd: number, hundredths: number): string => groupedDigits((usd * 100) / hundredths)

const cover = (issuer: Issuer, reported: number): string =>
  templateHtml(`
^${samplePurpose}
^UNITED STATES
^SECURITIES AND EXCHANGE COMMISSION
^WASHINGTON, D.C. 20549
^FORM 8-K
^CURRENT REPORT
^PURSUANT TO SECTION 13 OR 15(d)
^OF THE SECURITIES EXCHANGE ACT OF 1934
^Date of Report (Date of earliest event reported): ${longDate(reported)}
~
^${issuer.registrant}
^(Exact name of registrant as specified in its charter)
|${issuer.state[0]}||${issuer.fileNumber}||${issuer.ein}
|=(State or other jurisdiction~of incorporation)||=(Commission~File Number)||=(I.R.S. Employer~Identification No.)

|=${issuer.street}~${issuer.city}||${issuer.zip}
|(Address of principal executive offices)||(Zip Code)
^Registrant’s telephone number, including area code: ${issuer.phone}
Securities registered pursuant to Section 12(b) of the Act:
|Title of each class||Trading Symbol||Name of each exchange on which registered
|Common stock, $0.001 par value per share||${issuer.ticker}||${issuer.exchange}
Emerging growth company ☐`)

const signature = ({ registrant, signer: [name, title] }: Issuer, filed: number): string =>
  templateHtml(`
^SIGNATURE
Pursuant to the requirements of the Securities Exchange Act of 1934, as amended, the Registrant has duly caused this report to be signed on its behalf by the undersigned hereunto duly authorized.
|Date: ${longDate(filed)}|${registrant}
||By: /s/ ${name}
||Name: ${name}
||Title: ${title}
^${samplePurpose}`)

/** A report that names bitcoin as a use of proceeds and states no count. */
const notice = ({ shortName, atTheMarketUsd }: Issuer, filed: number): string =>
  templateHtml(`
# 8.01 Other Events
On ${longDate(filed)}, ${shortName} (the “Company”) entered into an amendment to its sales agreement, under which it may offer and sell shares of its common stock having an aggregate offering price of up to $${groupedDigits(atTheMarketUsd / 1e6)} million from time to time. The Company intends to use the net proceeds for general corporate purposes, including the acquisition of bitcoin.`)

/** A report of a loan, which its index names under the item on new obligations. */
const loan = ({ shortName, weeklyUsd }: Issuer, filed: number): string =>
  templateHtml(`
# 1.01 Entry into a Material Definitive Agreement
On ${longDate(filed)}, ${shortName} (the “Company”) borrowed $${millions(5 * weeklyUsd)} million under a short-term credit agreement. The loan is due on ${longDate(filed + 21)}.
# 2.03 Creation of a Direct Financial Obligation
The information set forth in Item 1.01 is incorporated herein by reference.`)

/** The first year: two sentences, the purchase before the holding. */
function sentences({ shortName }: Issuer, filed: number, update: HoldingUpdate): string {
  const { from, to, boughtHundredths: bought, costUsd, heldHundredths: holding, heldCostUsd } = update
  const announced = `On ${longDate(filed)}, ${shortName} (the “Company”) announced that, during the period between ${longDate(from)} and ${longDate(to)}, the Company`
  return `
<u>Bitcoin Holdings Update</u>
${announced} ${bought === 0 ? 'did not purchase any bitcoins.' : `acquired approximately ${coins(bought)} bitcoins for approximately ${inWords(costUsd)} in cash, at an average price of approximately $${average(costUsd, bought)} per bitcoin, ${fees}.`}
As of ${longDate(to)}, the Company, together with its subsidiaries, held an aggregate of approximately ${coins(holding)} bitcoins, which were acquired at an aggregate purchase price of approximately ${inWords(heldCostUsd)} and an average purchase price of approximately $${average(heldCostUsd, holding)} per bitcoin, ${fees}.`
}

/** Shares sold in one period and what may still be sold; the programme is renewed whenever it is used up. Nothing is sold of the second. */
function shareSales(
  { ticker, opening, atTheMarketUsd: size }: Issuer,
  inline: boolean,
  { from, to, costUsd, heldCostUsd }: HoldingUpdate,
): string {
  const usd = (amount: number): string => (amount === 0 ? emptyCellDash : millions(amount))
  const line = (name: string, sold: string, proceeds: number, available: number): string =>
    `|${name} ${inline ? 'Stock' : 'ATM'}||${sold}||$|${usd(0)}||$|${usd(proceeds)}||$|${usd(available)}|`
  const available = size - ((heldCostUsd - opening.costUsd) % size)
  return `
|||7>During Period<br/>${longDate(from)} to ${longDate(to)}||2>As of<br/>${longDate(to)}|
|${inline ? 'Security' : 'ATM Program Summary'}||Shares Sold||2>Notional Value<br/>(in millions)\u00a0<sup>(1)</sup>||2>Net Proceeds<br/>(in millions)\u00a0<sup>(2)</sup>||2>Available for Issuance and Sale<br/>(in millions)|
${line(`${ticker}P`, emptyCellDash, 0, size / 10)}
|13>8.00% Series A Preferred Stock
${line(ticker, costUsd === 0 ? emptyCellDash : groupedDigits(costUsd / sharePrice), costUsd, available)}
|13>Common Stock
|Total|||||||$|${usd(costUsd)}
~`
}

interface Column {
  readonly words: readonly string[]
  readonly note: string
  readonly sign: string
  readonly text: string
}

function columnsOf({ aggregate: { unit, decimals } }: Issuer, inCells: boolean, update: HoldingUpdate): Column[] {
  const { boughtHundredths: bought, costUsd, heldHundredths: holding, heldCostUsd } = update
  const none = bought === 0
  const sign = none && inCells ? '' : '$'
  const price = ['Aggregate', 'Purchase', 'Price']
  const [spentUnit, heldUnit] = inCells
    ? [[], []]
    : [
        ['(in', 'millions)'],
        ['(in', `${unit})`],
      ]
  const spent = inCells ? inWords(costUsd).slice(1) : millions(costUsd)
  const total = inCells ? inWords(heldCostUsd).slice(1) : groupedDigits(heldCostUsd / (unit === 'billions' ? 1e9 : 1e6), decimals)
  const column = (words: readonly string[], note: string, sign: string, text: string): Column => ({ words, note, sign, text })
  return [
    column(['BTC', 'Acquired'], '(1)', '', none ? (inCells ? '0' : emptyCellDash) : coins(bought)),
    column([...price, ...spentUnit], '(2)', sign, none ? emptyCellDash : spent),
    column(['Average', 'Purchase', 'Price'], '(2)', sign, none ? emptyCellDash : average(costUsd, bought)),
    column(['Aggregate', 'BTC', 'Holdings'], '', '', coins(holding)),
    column([...price, ...heldUnit], '(2)', '$', total),
    column(['Average', 'Purchase', 'Price'], '(2)', '$', average(heldCostUsd, holding)),
  ]
}

/** One period as a table: a row of periods, a row of headings, a row of figures whose dollar signs have their own cells. */
function figures(issuer: Issuer, layout: FilingLayout, update: HoldingUpdate): string {
  const inline = layout === 'inline XBRL'
  const wrap = (html: string): string => (inline ? paragraphHtml(html, 'margin-top:0pt; margin-bottom:0pt') : html)
  const heading = (words: readonly string[], note: string): string =>
    words.join(inline ? ' ' : '<br/>') + (note && `\u00a0<sup style="font-size:75%; vertical-align:top">${note}</sup>`)
  const columns = columnsOf(issuer, layout === 'units in cells', update)
  const spacers = [tableCellHtml(wrap('\u00a0')), tableCellHtml(wrap('\u00a0'))]
  const wide = (text: string, span: number): string[] => [tableCellHtml(wrap(boldHtml(text)), span), ...spacers]
  return tableHtml([
    tableRowHtml(columns.flatMap(() => ['<td/>', '<td/>', '<td/>', '<td/>'])),
    tableRowHtml([
      ...wide(`During Period ${longDate(update.from)} to ${longDate(update.to)}`, 10),
      ...wide(`As of ${longDate(update.to)}`, 10),
    ]),
    tableRowHtml(columns.flatMap(({ words, note }) => wide(heading(words, note), 2))),
    tableRowHtml(
      columns.flatMap(({ sign, text }) => [tableCellHtml(wrap(sign || '\u00a0')), tableCellHtml(wrap(text)), ...spacers]),
    ),
  ])
}

/** What a company says of its bitcoin in one filing, in the layout of the filing's year. */
function bitcoin(issuer: Issuer, { layout, filed, updates }: Filing): string {
  const several = updates.length > 1
  const source = issuer.atTheMarketUsd > 0 ? 'proceeds from the sale of shares under the ATM' : 'excess cash'
  const none = updates.every((update) => update.boughtHundredths === 0)
  const notes = [
    none ? 'No bitcoin purchases were made during this period.' : `The bitcoin purchases were made using ${source}.`,
    `Aggregate and average purchase prices are ${fees}.`,
  ]
  const noteLine = (note: string, at: number): string =>
    layout === 'units in headers' ? `|(${at + 1})|${paragraphHtml(note)}\n` : `(${at + 1}) ${note}`
  return [
    templateHtml(`
${paragraphHtml(`<span style="font-style:italic">BTC Update${several ? 's' : ''} </span>`, 'margin-top:18pt; margin-bottom:0pt')}
On ${longDate(filed)}, ${issuer.shortName} announced updates with respect to its bitcoin holdings${several ? ' during the periods and as of the dates indicated below' : ''}:\u0020
~`),
    ...updates.flatMap((update) => [figures(issuer, layout, update), templateHtml('~')]),
    templateHtml(notes.map(noteLine).join('\n')),
  ].join('\n')
}

function updateBody(issuer: Issuer, filing: Filing): string {
  const { layout, filed, updates } = filing
  if (layout === 'sentences')
    return templateHtml(`# 8.01 Other Events${updates.map((update) => sentences(issuer, filed, update)).join('')}`)
  const opening = templateHtml(`
# 7.01 Regulation FD Disclosure
The information disclosed pursuant to Item 7.01 in this Current Report on Form 8-K shall not be deemed “filed” for purposes of Section 18 of the Securities Exchange Act of 1934, as amended, or otherwise subject to the liabilities of that section.
# 8.01 Other Events`)
  const sales = issuer.atTheMarketUsd > 0 && layout !== 'units in cells'
  return [opening, ...(sales ? [atTheMarket(issuer, filing)] : []), bitcoin(issuer, filing)].join('\n')
}

/** Tables of dollars before those on bitcoin. */
const atTheMarket = (issuer: Issuer, { filed, layout, updates }: Filing): string =>
  templateHtml(`
<span style="font-style:italic">ATM Update </span>
On ${longDate(filed)}, ${issuer.shortName} announced updates with respect to its at-the-market (“ATM”) offering program:\u0020${updates.map((update) => shareSales(issuer, layout === 'inline XBRL', update)).join('')}
(1) Notional value of the preferred stock sold.
(2) Net proceeds are presented net of sales commission.`)

/** The hidden facts an inline XBRL cover begins with. */
function hidden(cik: string, reported: number): string {
  const day = isoDay(reported)
  const context = `duration_${day}_to_${day}`
  const fact = (name: string, value: string): string => ixNonNumeric(`dei:${name}`, context, value)
  return `<div style="display:none"><ix:header><ix:hidden>${fact('AmendmentFlag', 'false')} ${fact('EntityCentralIndexKey', cik)}</ix:hidden><ix:resources><xbrli:context id="${context}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">${cik}</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:startDate>${day}</xbrli:startDate><xbrli:endDate>${day}</xbrli:endDate></xbrli:period></xbrli:context></ix:resources></ix:header></div>\n`
}

const namespaces =
  ' xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:dei="http://xbrl.sec.gov/dei/2025" xmlns:xbrli="http://www.xbrl.org/2003/instance"'

/** The primary document of a current report, as a small filer would send it. */
export function currentReport(issuer: Issuer, filing: Filing): string {
  const { layout, items, updates, reported, filed } = filing
  const inline = layout === 'inline XBRL'
  const update = updates.length === 0 ? notice(issuer, filed) : updateBody(issuer, filing)
  const body = [cover(issuer, reported), items.includes('2.03') ? loan(issuer, filed) : update, signature(issuer, filed)]
  return asciiDocument(`${inline ? '<?xml version="1.0" encoding="ASCII"?>\n' : ''}<html${inline ? namespaces : ''}>
<head>
<title>8-K SAMPLE DATA</title>
<meta http-equiv="Content-Type" content="text/html"/>
</head>
<body>
${inline ? hidden(issuer.cik, reported) : ''}${body.join('\n')}
</body>
</html>
`)
}
