/** What the feed of events tells and webhooks send. */
export const eventTypes = [
  'state.changed',
  'release.published',
  'company.figures_updated',
  'company.situation_changed',
  'company.news',
] as const
/** Days that an event can be read after it was published; a filing dated earlier than that is not an event any more. */
export const eventDays = 30
export type EventType = (typeof eventTypes)[number]
