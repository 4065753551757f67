/** How registries of services for agents list this one: at most five words or phrases, each of 32 ASCII characters at most. */
export const serviceTags = ['finance', 'market data', 'macro', 'bitcoin', 'companies'] as const

/** Where the icon of the service is. */
export const iconPath = '/favicon.svg'
