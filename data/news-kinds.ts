/** What a filing is about, as a reader filters by it. A filing may be of several kinds; a document of an agency is of none. */
export const newsKinds = ['earnings-release', 'material-event', 'leadership-change', 'ownership-report'] as const
export type NewsKind = (typeof newsKinds)[number]

/** Who says it: a company in a filing, or an agency or central bank. */
export const newsOrigins = ['filed', 'official'] as const
export type NewsOrigin = (typeof newsOrigins)[number]
