import { escaped } from '../pages/page.ts'

/** What the sections of the page of settings are made of. */

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
export const timeText = (at: number | null) =>
  at === null ? 'never' : `<time datetime="${new Date(at).toISOString()}">${time.format(at)}</time>`

/** A button that sends some values, with a name that tells it from the others of its kind. */
export function act(action: string, title: string, about: string, values: Readonly<Record<string, string>>): string {
  const fields = Object.entries(values).map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
  return `<form method="post" action="${action}">${fields.join('')}<button class="btn ghost" type="submit" aria-label="${escaped(`${title} ${about}`)}">${title}</button></form>`
}

/** A table whose rows begin with their heads. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? `<th scope="row">${cell}</th>` : `<td data-label="${heads[at]}">${cell}</td>`)).join('')
  const top = heads.map((head) => `<th scope="col">${head}</th>`).join('')
  return `<table class="plans"><thead><tr>${top}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`
}
