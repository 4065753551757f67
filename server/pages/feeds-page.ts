import { framedPage } from '../../data/page-frame.ts'
import type { ServedFeed, Status } from '../schemas/system.ts'
import { escaped } from './page.ts'

const licences = {
  free: 'free to resell',
  attribution: 'resold with its notice',
  licence: 'a licence is required to resell',
} as const
const style = `.feeds tbody th{min-width:11rem}.feeds :is(td,th) small{display:block;color:var(--soft);white-space:normal;max-width:12rem}.notes li{padding:9px 0;border-bottom:1px solid var(--line)}.notes b{font-weight:600}`

const nextStep =
  'A changed contract refuses nothing. Compare the newest recording of the feed with an earlier one and correct the feed if it reads the field; after 30 days the new shape is the contract.'

/** GET /api/status as a page: what needs somebody, then every feed. */
export function feedsPage({ feeds, edition, published_at }: Status, sample: boolean): string {
  const notes = feeds.flatMap(notesOf)
  const counts = countsOf(feeds)
  const heads = ['Feed', 'State', 'Newest', 'Next due', 'Last read', 'Last run', 'Upstream']
  const body = [
    '<main id="main"><div class="crumbs"><a href="/">Today</a> <a href="/docs">Docs</a></div><h1>Feeds</h1>',
    sample ? '<p class="sample">SAMPLE DATA: invented values and issuers, not market data.</p>' : '',
    `<p class="stand">${feeds.length} feeds: ${counts}. Edition ${escaped(edition)}, published ${moment(published_at)}. <a href="/api/status?format=json">JSON</a></p>`,
    `<section class="sec" aria-labelledby="notes"><div class="sh"><h2 id="notes">What needs attention</h2></div>`,
    notes.length === 0 ? '<p>Nothing.</p>' : `<ul class="notes">${notes.join('')}</ul>`,
    feeds.some(({ drift }) => drift.length > 0) ? `<p class="more">${nextStep}</p>` : '',
    '</section><section class="sec" aria-labelledby="all"><div class="sh"><h2 id="all">All feeds</h2></div>',
    `<div class="scroll" tabindex="0" role="region" aria-labelledby="all"><table class="feeds"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>`,
    `<tbody>${feeds.map(rowOf).join('')}</tbody></table></div></section></main>`,
  ]
  return framedPage({ title: 'Feeds', body: body.join(''), style })
}

function countsOf(feeds: readonly ServedFeed[]): string {
  const states = [...new Set(feeds.map(({ status }) => status))].sort()
  return states.map((state) => `${feeds.filter(({ status }) => status === state).length} ${escaped(state)}`).join(', ')
}

/** What of a feed an operator should read: its note, its last error in its own words, and changes of its contract. */
function notesOf({ feed, note, last_error, drift }: ServedFeed): string[] {
  const error = last_error && `last error ${moment(last_error.at)}: ${escaped(`${last_error.code}: ${last_error.text}`)}`
  const words = [note && escaped(note), error, ...drift.map(({ text }) => `contract changed: ${escaped(text)}`)]
  const lines = words.flatMap((text) => (text ? [`<p>${text}</p>`] : []))
  return lines.length === 0 ? [] : [`<li><b>${escaped(feed)}</b>${lines.join('')}</li>`]
}

function rowOf(line: ServedFeed): string {
  const { last_run: run } = line
  const rows = run === null ? '' : `<small>${run.rows.toLocaleString('en-GB')} new rows</small>`
  const cells = [
    `<b>${escaped(line.status)}</b>`,
    escaped(line.newest ?? ''),
    moment(line.next_due_at),
    `${moment(line.last_read_at)}<small>${escaped(line.cadence)}</small>`,
    `${moment(run?.at ?? null)}${rows}`,
    `${escaped(line.upstream)}<small>${licences[line.licence]}</small>`,
  ]
  return `<tr><th scope="row">${escaped(line.feed)}<small>${escaped(line.title)}</small></th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

/** A time to the minute, UTC, in the form that HTML reads without an attribute. */
function moment(time: string | null): string {
  return time === null ? '' : `<time>${escaped(`${time.slice(0, 16).replace('T', ' ')}Z`)}</time>`
}
