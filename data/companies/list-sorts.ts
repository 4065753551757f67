/** Orders of the list of companies: by address, by name, by market and name, and the newest report first. */
export const listSorts = ['address', 'name', 'market', 'newest'] as const

/** Days of the edition whose reports and situations count as changes of this week. */
export const changedWithinDays = 7
