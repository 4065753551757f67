import { escaped } from '../pages/page.ts'

/** What the sections of the page of settings are made of. */

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
export const timeText = (at: number | null) =>
  at === null ? 'never' : `<time datetime="${new Date(at).toISOString()}">${time.format(at)}</time>`

/** A button that sends some values, with a name that tells it from the others of its kind. */
export function actionForm(action: string, title: string, about: string, values: Readonly<Record<string, string>>): string {
  const fields = Object.entries(values).map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
  return `<form method="post" action="${action}">${fields.join('')}<button class="btn ghost" type="submit" aria-label="${escaped(`${title} ${about}`)}">${title}</button></form>`
}

/** Rules of tables whose cells have buttons, beside those of every page. */
export const tableStyle = `.plans form{display:inline-block;margin:2px 8px 2px 0}
.plans form .btn{margin:0;padding:4px 10px;font-size:var(--t1)}
.plans td,.plans th{overflow-wrap:anywhere}
`

/** A table whose rows begin with their heads, or `none` where there are no rows. */
export function settingsTable(heads: readonly string[], rows: readonly (readonly string[])[], none = ''): string {
  if (rows.length === 0) return `<p>${none}</p>`
  const cells = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? `<th scope="row">${cell}</th>` : `<td data-label="${heads[at]}">${cell}</td>`)).join('')
  const top = heads.map((head) => `<th scope="col">${head}</th>`).join('')
  return `<table class="plans"><thead><tr>${top}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`
}

const dayMs = 86_400_000
export const usageDays = 30
const inWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Rules of the chart, beside those of every page. */
export const usageStyle = `.use svg{display:block;width:100%;height:96px;margin-top:16px;border-bottom:1px solid var(--ink)}
.use rect{fill:var(--ink)}
.use div{display:flex;justify-content:space-between;font-size:var(--t1);color:var(--soft);margin-top:4px}
`

/**
 * Requests of the last 30 days, the current one last, as bars from zero.
 *
 * @param usage requests by the begin of their day
 * @param today begin of the current day
 */
export function usageChart(usage: ReadonlyMap<number, number>, today: number): string {
  const days = Array.from({ length: usageDays }, (_, at) => today - (usageDays - 1 - at) * dayMs)
  const counts = days.map((day) => usage.get(day) ?? 0)
  const sum = counts.reduce((all, count) => all + count, 0)
  const most = Math.max(...counts)
  const busiest = inWords.format(days[counts.indexOf(most)]!)
  const words = sum === 0 ? 'No requests in the last 30 days.' : `${sum} in the last 30 days; most on ${busiest}: ${most}.`
  const bars = counts.map((count, at) => {
    const height = most === 0 ? 0 : Math.round((count / most) * 1_000)
    return height === 0 ? '' : `<rect x="${at * 10 + 1}" y="${1_000 - height}" width="8" height="${height}"/>`
  })
  return [
    `<p class="num">${words}</p><figure class="use"><svg role="img" aria-label="Requests per day. ${words}" viewBox="0 0 ${usageDays * 10} 1000" preserveAspectRatio="none">`,
    ...bars,
    `</svg><div><span>${inWords.format(days[0])}</span><span>${inWords.format(days.at(-1))}</span></div></figure>`,
  ].join('')
}
