import { createHash } from 'node:crypto'
import { briefingRows } from '../data/briefings.ts'
import type { EditionView } from '../pipeline/publish/reader.ts'

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}td:last-child{white-space:nowrap}th,td{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #ccc}'

/** The one style of the page, by its hash; nothing else may load, run, frame or post. */
export const frontPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** GET /: titles, states and dates of the briefings, which is what may be told to anyone. */
export function frontPage(view: EditionView | null): string {
  const rows = briefingRows.flatMap(({ id, title }) => {
    const entry = view?.entries.get(`briefing/${id}`)
    return entry === undefined ? [] : [[title, entry.facts['state'] ?? '', entry.as_of]]
  })
  const table = `<table><tr><th>Briefing</th><th>State</th><th>As of</th></tr>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(String(cell))}</td>`).join('')}</tr>`)
    .join('')}</table>`
  const sample = view?.manifest.sample ? '<p><strong>SAMPLE DATA</strong></p>' : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Market briefings</title><style>${style}</style></head><body><h1>Market briefings</h1>${sample}${
    rows.length > 0 ? table : '<p>Nothing is published yet.</p>'
  }</body></html>\n`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
