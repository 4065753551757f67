import type { SampleProgramme } from '../../../data/sample-filings.ts'
import type { Layout, Update } from './sec-filings.ts'
import { cell, dash, gap, grouped, longDate, paragraph, row, table } from './sec-markup.ts'

const coins = (hundredths: number): string => grouped(hundredths / 100)
const average = (usd: number, hundredths: number): string => grouped((usd * 100) / hundredths)

/** `$75.1 million`, `$1.20 billion`. */
const words = (usd: number): string => (usd < 1e9 ? `$${grouped(usd / 1e6, 1)} million` : `$${grouped(usd / 1e9, 2)} billion`)

const fees = 'inclusive of fees and expenses'

/** The first year: two sentences, the purchase before the holding. */
function sentences(row: SampleProgramme, filed: number, update: Update): string {
  const period = `during the period between ${longDate(update.from)} and ${longDate(update.to)}`
  const bought =
    update.boughtHundredths === 0
      ? `On ${longDate(filed)}, ${row.shortName} (the “Company”) announced that, ${period}, the Company did not purchase any bitcoins.`
      : `On ${longDate(filed)}, ${row.shortName} (the “Company”) announced that, ${period}, the Company acquired approximately ${coins(update.boughtHundredths)} bitcoins for approximately ${words(update.costUsd)} in cash, at an average price of approximately $${average(update.costUsd, update.boughtHundredths)} per bitcoin, ${fees}.`
  const held = `As of ${longDate(update.to)}, the Company, together with its subsidiaries, held an aggregate of approximately ${coins(update.heldHundredths)} bitcoins, which were acquired at an aggregate purchase price of approximately ${words(update.heldCostUsd)} and an average purchase price of approximately $${average(update.heldCostUsd, update.heldHundredths)} per bitcoin, ${fees}.`
  return [paragraph('<u>Bitcoin Holdings Update</u>'), paragraph(bought), paragraph(held)].join('\n')
}

interface Column {
  readonly words: readonly string[]
  readonly note: string
  readonly sign: '$' | ''
  readonly text: string
}

function columnsOf(programme: SampleProgramme, layout: Layout, update: Update): Column[] {
  const { boughtHundredths: bought, costUsd, heldHundredths: held, heldCostUsd } = update
  const none = bought === 0
  const inCells = layout === 'units in cells'
  const { unit, decimals } = programme.aggregate
  const [spentUnit, heldUnit] = inCells
    ? [[], []]
    : [
        ['(in', 'millions)'],
        ['(in', `${unit})`],
      ]
  const sign = none && inCells ? '' : '$'
  const spent = inCells ? words(costUsd).slice(1) : grouped(costUsd / 1e6, 1)
  const total = inCells ? words(heldCostUsd).slice(1) : grouped(heldCostUsd / (unit === 'billions' ? 1e9 : 1e6), decimals)
  return [
    { words: ['BTC', 'Acquired'], note: '(1)', sign: '', text: none ? (inCells ? '0' : dash) : coins(bought) },
    { words: ['Aggregate', 'Purchase', 'Price', ...spentUnit], note: '(2)', sign, text: none ? dash : spent },
    { words: ['Average', 'Purchase', 'Price'], note: '(2)', sign, text: none ? dash : average(costUsd, bought) },
    { words: ['Aggregate', 'BTC', 'Holdings'], note: '', sign: '', text: coins(held) },
    { words: ['Aggregate', 'Purchase', 'Price', ...heldUnit], note: '(2)', sign: '$', text: total },
    { words: ['Average', 'Purchase', 'Price'], note: '(2)', sign: '$', text: average(heldCostUsd, held) },
  ]
}

/** One period as a table: a row of periods, a row of headings, a row of figures whose dollar signs have cells of their own. */
function figures(programme: SampleProgramme, layout: Layout, update: Update): string {
  const inline = layout === 'inline XBRL'
  const wrap = (html: string): string => (inline ? paragraph(html, 'margin-top:0pt; margin-bottom:0pt') : html)
  const bold = (html: string): string => wrap(`<span style="font-weight:bold">${html}</span>`)
  const heading = ({ words: parts, note }: Column): string =>
    bold(
      parts.join(inline ? ' ' : '<br/>') +
        (note === '' ? '' : `\u00a0<sup style="font-size:75%; vertical-align:top">${note}</sup>`),
    )
  const columns = columnsOf(programme, layout, update)
  const spacer = cell(wrap('\u00a0'))
  const period = bold(`During Period ${longDate(update.from)} to ${longDate(update.to)}`)
  return table([
    row(columns.flatMap(() => ['<td/>', '<td/>', '<td/>', '<td/>'])),
    row([cell(period, 10), spacer, spacer, cell(bold(`As of ${longDate(update.to)}`), 10), spacer, spacer]),
    row(columns.flatMap((column) => [cell(heading(column), 2), spacer, spacer])),
    row(columns.flatMap(({ sign, text }) => [cell(wrap(sign === '' ? '\u00a0' : sign)), cell(wrap(text)), spacer, spacer])),
  ])
}

function footnotes(programme: SampleProgramme, layout: Layout, updates: readonly Update[]): string {
  const source = programme.atTheMarketUsd > 0 ? 'proceeds from the sale of shares under the ATM' : 'excess cash'
  const notes = [
    updates.every((update) => update.boughtHundredths === 0)
      ? 'No bitcoin purchases were made during this period.'
      : `The bitcoin purchases were made using ${source}.`,
    `Aggregate and average purchase prices are ${fees}.`,
  ]
  return notes
    .map((note, i) =>
      layout === 'units in headers' ? table([row([cell(`(${i + 1})`), cell(paragraph(note))])]) : paragraph(`(${i + 1}) ${note}`),
    )
    .join('\n')
}

/** What a company says of its bitcoin in one filing, in the layout of the filing's year. */
export function bitcoinSection(programme: SampleProgramme, layout: Layout, filed: number, updates: readonly Update[]): string {
  if (layout === 'sentences') return updates.map((update) => sentences(programme, filed, update)).join('\n')
  const several = updates.length > 1
  const when = several ? ' during the periods and as of the dates indicated below' : ''
  return [
    paragraph(`<span style="font-style:italic">BTC Update${several ? 's' : ''} </span>`, 'margin-top:18pt; margin-bottom:0pt'),
    paragraph(`On ${longDate(filed)}, ${programme.shortName} announced updates with respect to its bitcoin holdings${when}: `),
    gap,
    ...updates.flatMap((update) => [figures(programme, layout, update), gap]),
    footnotes(programme, layout, updates),
  ].join('\n')
}
