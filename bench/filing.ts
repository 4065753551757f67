import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Strategy's quarterly report of 2022-03-31: 4,084,763 bytes, 992 tags. */
const recorded = join(import.meta.dirname, ...['..', '..', 'shared', 'feeds', 'sec', 'filings', 'mstr_10q_10-Q-2022-05-03.html'])
const smallest = 4_000_000

/** A quarterly report of 4 MB with inline XBRL: a recorded one, or where the recordings are absent one made up, of the same build. */
export function filing(): { name: string; body: Uint8Array } {
  if (existsSync(recorded)) return { name: 'a recorded 10-Q', body: readFileSync(recorded) }
  const head = `<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><body><p>FORM 10-Q</p><div style="display:none"><ix:header><ix:resources>${context}${unit}</ix:resources></ix:header></div>`
  const notes: string[] = []
  for (let length = 0, number = 1; length < smallest; number++) {
    const note = noteOf(number)
    notes.push(note)
    length += note.length
  }
  return { name: 'a 10-Q made up', body: new TextEncoder().encode(`${head}${notes.join('')}</body></html>`) }
}

const context =
  '<xbrli:context id="c"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0000000000</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:instant>2026-09-30</xbrli:instant></xbrli:period></xbrli:context>'
const unit = '<xbrli:unit id="u"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>'
const style =
  'style="padding-top:0in;vertical-align:bottom;padding-right:0.01in;text-align:right;white-space:nowrap;font-size:10pt"'
const font = '<span style="color:#000000;white-space:pre-wrap;font-size:10pt;font-family:Times New Roman;min-width:fit-content;">'

function noteOf(number: number): string {
  const rows = Array.from({ length: 30 }, (_, row) => {
    const tag = `<ix:nonFraction id="f-${number}-${row}" name="us-gaap:Assets" contextRef="c" unitRef="u" scale="3" decimals="-3" format="ixt:num-dot-decimal">${number},${100 + row}</ix:nonFraction>`
    return `<tr><td ${style}><p ${style}>${font}Line ${row} of the table&#8217;s rows</span></p></td><td ${style}>${font}$</span></td><td ${style}>${font}${tag}</span></td><td ${style}>&#160;</td></tr>`
  })
  const prose =
    `<p ${style}>${font}The Company&#8217;s policy is described here at the length that notes have, again and again. </span></p>`.repeat(
      12,
    )
  return `<ix:nonNumeric id="t-${number}" name="us-gaap:NoteTextBlock" contextRef="c" escape="true">${prose}<table>${rows.join('')}</table></ix:nonNumeric>`
}
