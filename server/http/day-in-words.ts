const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `1 May 2026`, of a day written YYYY-MM-DD. */
export const dayInWords = (day: string): string => long.format(new Date(day))
