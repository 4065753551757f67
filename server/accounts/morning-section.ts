import { escaped } from '../pages/page.ts'
import { way } from '../pages/ways-to-read.ts'
import type { Morning } from '../state/mornings.ts'
import { act } from './settings-table.ts'

/** Hours that can be chosen: the mail of a morning comes before noon. */
export const hours = [4, 5, 6, 7, 8, 9, 10, 11] as const

/** Where the forms of the section are sent. */
export const morningPaths = { set: '/settings/morning', end: '/settings/morning/end' } as const

/** The section of the settings; empty where no mail is sent here. */
export function morningSection(morning: Morning | null | undefined): string {
  if (morning === undefined) return ''
  const { zone = 'UTC', hour = 7, refused_at = null } = morning ?? {}
  const choices = hours.map((each) => `<option${each === hour ? ' selected' : ''}>${each}</option>`).join('')
  const stands =
    refused_at !== null
      ? '<p class="wrong">The mail is not sent any more: the mail server of your address refused it. Subscribe again once it takes mail.</p>'
      : morning === null
        ? ''
        : `<p>Sent at ${hour}:00, ${escaped(zone)}.</p>`
  const form = `<form method="post" action="${morningPaths.set}"><label for="hour">Hour</label><select id="hour" name="hour">${choices}</select><label for="zone">Time zone</label><input id="zone" name="zone" required maxlength="64" autocomplete="off" value="${escaped(zone)}" placeholder="Europe/London"><button class="btn" type="submit">${morning === null ? 'Subscribe' : 'Change'}</button></form>`
  const end = morning === null ? '' : act(morningPaths.end, 'Unsubscribe', 'from the morning mail', {})
  return way(
    'morning',
    'Morning mail',
    'States and headlines of the briefings your plan reads, once a day.',
    `${stands}${form}${end}`,
  )
}
