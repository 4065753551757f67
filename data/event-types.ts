/** What the feed of events tells and webhooks send. */
export const eventTypes = [
  'state.changed',
  'release.published',
  'company.figures_updated',
  'company.situation_changed',
  'company.news',
] as const
export type EventType = (typeof eventTypes)[number]
