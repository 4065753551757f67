import { read } from './tree.ts'

/**
 * Patterns of phrases that texts for readers do not use, chosen so that ordinary English does not match: each is an inversion, a literal
 * translation or a word in an invented sense. `docs/style.md` has them with what to write instead, and an example of each.
 */
export const patterns: Readonly<Record<string, RegExp>> = {
  'is no ticker': /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|less\b|better\b|worse\b|such\b)/i,
  'is none of': /(?<!\bthere )\b(?:is|are) none(?! of (?:the|them|these)\b)\b/i,
  'a table there is not': /\bthere is not\b(?! (?:enough|an?|any|yet|much)\b)/i,
  'bears it out': /\bbears? (?:\S+ ){1,4}out\b|\bborne out\b|\bbear(?:s|ing)? out\b/i,
  'is told': /\b(?:is|are|be|was|were) told\b(?! apart)|\btold as\b/i,
  'what is said': /\bwhat (?:is|was|are|were) (?:said|told)\b/i,
  'no price is held': /\bno [\w ]{1,60} (?:is|are) held\b/i,
  '0.80 held': /\b0\.\d+ held\b/i,
  'that one': /\bthat one\b/i,
  'of its own': /\bof (?:its|their|one's) own\b/i,
  'as by': /\bas by\b/i,
  'for ever': /\bfor ever\b/i,
  'at once': /\bat once\b/i,
  'anew, made again': /\banew\b|\b(?:made|make|makes) again\b|\bmakes? the \w+ again\b/i,
  'stands in': /\bstands? (?:in|on|beside|there|twice|apart|above)\b/i,
  'rests on': /\brest(?:s|ed|ing)? on\b/i,
  'Who has no key': /(?:^|[.:;] )who (?:has|calls|holds)\b/i,
  'cut short': /\bcut short\b/i,
  'left alone': /\bleft alone\b/i,
  'one file a kind':
    /\b(?:one|1) (?:file|row|line|bucket|run|entry|number) an? (?:kind|table|row|feed|metric|briefing|formula|document|line|schedule|upstream|place|company)\b/i,
  'count up': /\bcounts? \S+ up\b|\bcounts? up\b/i,
  'may be another': /\bmay (?:be|have been) another\b/i,
  'wants a licence': /\bwants? (?:an? )?(?:licence|credential|contact)\b/i,
  'look at the recording': /; look at\b/i,
  'ask again': /\bask(?:ed|s|ing)? again\b/i,
  'goes on': /\b(?:goes|went) on\b/i,
  'the edition before': /\bthe (?:one|edition|key|secret|version|report|reading) before\b/i,
  'hangs together': /\bhangs? together\b/i,
  'its fate': /\bfate\b/i,
  'in the place of': /\bin (?:the|its|their) place\b(?: of)?/i,
  dear: /\bdear(?:er)?\b/i,
  'nothing is known': /\bnothing is known\b/i,
  ', for it': /[,;] for (?:it|they|he|she|no|another|nobody|only|there|a document) /i,
  suffices: /\bsuffices?\b/i,
  'beside it': /\bbeside it\b/i,
  'comes out otherwise': /\bcomes? out otherwise\b/i,
  'the same comes as': /\bthe same (?:comes|goes) as\b/i,
  'no advice': /\bit is no advice\b/i,
  'leave it out': /\bleave (?:it|them|out|date|format) ?out\b/i,
  'hands it on': /\bhands? (?:\w+ )?on\b(?! the)/i,
  'with no X, no Y': /\bwith no \S+, no\b/i,
  'a key made for you': /\bmade for (?:you|it|him|them)\b/i,
  'shortened at the dots': /\bat the dots\b/i,
  'it is paid for': /\bit is paid for\b/i,
  'nothing is charged for': /\bnothing is charged for\b/i,
  'one of them at': /, one of (?:them|these|those) (?:at|is at)\b/i,
  'from when on': /\bfrom when on\b|\bfrom which on\b/i,
  'a file that opens at any time': /\bthat opens at any time\b/i,
  'from the first moment': /\bfrom the first moment\b/i,
  'running answers': /\brunning answers\b/i,
  'is named, its value is not': /\bis named, its\b/i,
  'what is asked': /\bwhat is asked\b/i,
  'answers no one': /\banswers no(?:body| one)\b/i,
  'what it has made itself': /\bwhat (?:it|they) (?:has|have) made\b/i,
  'is taken back': /\b(?:is|are) (?:not )?taken back\b/i,
  'beside a value': /\bbeside a\b/i,
  'what it said last': /\bsaid last\b|\bsays last\b/i,
  'hit rate 0.46': /\bhit rate 0\.\d/i,
  'to pay as much': /\bto pay as much\b/i,
}

/** What docs/style.md says to write instead of each phrase it lists. */
export const instead: ReadonlyMap<string, string> = new Map(
  [
    ...read('docs/style.md')
      .split('## Phrases to avoid')[1]!
      .split('\n## ')[0]!
      .matchAll(/^\| (.+?) +\| (.+?) +\|$/gm),
  ]
    .slice(2)
    .map(([, avoid, write]) => [avoid!, write!]),
)

/** The comments of a TypeScript text, each as one line; neighbouring lines of `//` are one comment. */
export function commentsOf(source: string): string[] {
  const blocks = source.match(/(?<=^|\s)\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm) ?? []
  return blocks.map((block) =>
    block
      .replaceAll(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

/** The prose of a Markdown text: no code, no addresses. */
export function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/^ {4}.*$/gm, (line) => line.replace(/^ {4}\S*/, ''))
    .replaceAll(/`[^`\n]+`/g, '`x`')
    .replaceAll(/\]\([^)]+\)/g, ']')
    .replaceAll(/(\S)\n(?=[^\n|#*-])/g, '$1 ')
}

/** What of a text to avoid: the phrase, and the words around it. */
export function avoidable(text: string): string[] {
  return Object.entries(patterns).flatMap(([avoid, pattern]) => {
    const match = pattern.exec(text)
    if (match === null) return []
    const around = text.slice(Math.max(0, match.index - 40), match.index + match[0].length + 30).replaceAll('\n', ' ')
    return [`"${match[0]}" (${avoid}: write ${instead.get(avoid)}) in "${around}"`]
  })
}
