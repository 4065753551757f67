/** What no text for a reader may have, by name. Code, addresses and quotes of filings are the caller's to leave out. */
const rules: readonly (readonly [string, RegExp])[] = [
  ['a list with nothing in it', /\b(?:Use|Give|allowed|among|of) ?[;,.](?!\d)|\(\s*\)/],
  ['two blanks', /\S {2,}\S/],
  ['a blank before a stop', / [;,.](?=\s|$)/],
  ['two stops', /(?<!\.)\.\.(?!\.)|[;,]\.|\.;|\.,/],
  ['an article before a vowel', /\ba hour\b|\ba (?:8-K|11|18)\b/i],
  [
    'one of many',
    /(?<![\d.,])\b1 (?:days|hours|seconds|minutes|times|windows|changes|companies|briefings|feeds|places|rows|windows)\b/,
  ],
  ['a blank before a per cent sign', /\d %/],
  ['a straight apostrophe', /(?<=[a-z])'(?=(?:s|t|re|ll|ve|d)\b)|(?<=s)'(?= [a-z])/i],
  ['a place of ours', /\b(?:treasuries\/list|briefing\/[a-z]|metric\/[a-z]|system\/[a-z])/],
  ['an escaped address', /https?\\:/],
  ['what was not filled in', /\b(?:undefined|NaN|\[object)\b/],
]

/** What is wrong with a piece of text, by the names of the rules. */
export function textFaults(text: string): string[] {
  return rules.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
}

/** The same for a message, which is sentences: a capital first, a stop last. An id may stand first. */
export function faultsOf(message: string): string[] {
  return [
    ...textFaults(message),
    ...(/^(?:[A-Z"]|[a-z]+\.[a-z-]+ )/.test(message) ? [] : ['no capital']),
    ...(/[.?]$|: briefing keys create$/.test(message) ? [] : ['no stop']),
  ]
}
