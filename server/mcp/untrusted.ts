/** Names of the members, in whatever document, whose text is of a source and not of this service: those marked `x-untrusted` in /openapi.json. */
export const untrustedMembers = [
  ...['among', 'arm', 'class', 'concept', 'country', 'exchange', 'filer_class', 'form', 'industry', 'label', 'legal_name', 'name'],
  ...['program', 'quote', 'release_time', 'segment', 'text', 'title', 'title_as_filed'],
] as const
