import type { Node } from './syntax.ts'

/** A phrase that texts for readers do not use, and what to write instead. `docs/style.md` has an example of each. */
export interface Phrase {
  readonly avoid: string
  readonly write: string
  readonly pattern: RegExp
}

const phrase = (avoid: string, write: string, pattern: RegExp): Phrase => ({ avoid, write, pattern })

/** Chosen so that ordinary English does not match: each is an inversion, a literal translation or a word in an invented sense. */
export const phrases: readonly Phrase[] = [
  phrase('is no ticker', 'is not a ticker', /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|less\b|better\b|worse\b|such\b)/i),
  phrase('is none of', 'unknown ..., use ...', /(?<!\bthere )\b(?:is|are) none(?! of (?:the|them|these)\b)\b/i),
  phrase('a table there is not', 'a table that does not exist', /\bthere is not\b(?! (?:enough|an?|any|yet|much)\b)/i),
  phrase('bears it out', 'confirms it', /\bbears? (?:\S+ ){1,4}out\b|\bborne out\b|\bbear(?:s|ing)? out\b/i),
  phrase('is told', 'is shown, is reported', /\b(?:is|are|be|was|were) told\b(?! apart)|\btold as\b/i),
  phrase('what is said', 'the text, the value', /\bwhat (?:is|was|are|were) (?:said|told)\b/i),
  phrase('no price is held', 'no price is available', /\bno [\w ]{1,60} (?:is|are) held\b/i),
  phrase('0.80 held', '80% came true', /\b0\.\d+ held\b/i),
  phrase('that one', 'name the thing', /\bthat one\b/i),
  phrase('of its own', 'separate, its own ...', /\bof (?:its|their|one's) own\b/i),
  phrase('as by', 'as in, as if', /\bas by\b/i),
  phrase('for ever', 'forever', /\bfor ever\b/i),
  phrase('at once', 'immediately, at the same time', /\bat once\b/i),
  phrase('anew, made again', 'again, rebuilt, recomputed', /\banew\b|\b(?:made|make|makes) again\b|\bmakes? the \w+ again\b/i),
  phrase('stands in', 'is in, appears in', /\bstands? (?:in|on|beside|there|twice|apart|above)\b/i),
  phrase('rests on', 'depends on, uses', /\brest(?:s|ed|ing)? on\b/i),
  phrase('Who has no key', 'callers without a key', /(?:^|[.:;] )who (?:has|calls|holds)\b/i),
  phrase('cut short', 'truncated', /\bcut short\b/i),
  phrase('left alone', 'requests are suspended', /\bleft alone\b/i),
  phrase(
    'one file a kind',
    'one file per kind',
    /\b(?:one|1) (?:file|row|line|bucket|run|entry|number) an? (?:kind|table|row|feed|metric|briefing|formula|document|line|schedule|upstream|place|company)\b/i,
  ),
  phrase('count up', 'increment', /\bcounts? \S+ up\b|\bcounts? up\b/i),
  phrase('may be another', 'may be different', /\bmay (?:be|have been) another\b/i),
  phrase('wants a licence', 'requires a licence', /\bwants? (?:an? )?(?:licence|credential|contact)\b/i),
  phrase('look at the recording', 'inspect the recording', /; look at\b/i),
  phrase('ask again', 'retry', /\bask(?:ed|s|ing)? again\b/i),
  phrase('goes on', 'continues', /\b(?:goes|went) on\b/i),
  phrase('the edition before', 'the previous edition', /\bthe (?:one|edition|key|secret|version|report|reading) before\b/i),
  phrase('hangs together', 'is structured', /\bhangs? together\b/i),
  phrase('its fate', 'its outcome', /\bfate\b/i),
  phrase('in the place of', 'instead of', /\bin (?:the|its|their) place\b(?: of)?/i),
  phrase('dear', 'expensive', /\bdear(?:er)?\b/i),
  phrase('nothing is known', 'there is no data', /\bnothing is known\b/i),
  phrase(', for it', 'because it', /[,;] for (?:it|they|he|she|no|another|nobody|only|there|a document) /i),
  phrase('suffices', 'is enough', /\bsuffices?\b/i),
  phrase('beside it', 'next to it, with it', /\bbeside it\b/i),
  phrase('comes out otherwise', 'differs', /\bcomes? out otherwise\b/i),
  phrase('the same comes as', 'the same is available as', /\bthe same (?:comes|goes) as\b/i),
  phrase('no advice', 'not investment advice', /\bit is no advice\b/i),
  phrase('leave it out', 'omit it', /\bleave (?:it|them|out|date|format) ?out\b/i),
  phrase('hands it on', 'serves it, passes it on', /\bhands? (?:\w+ )?on\b(?! the)/i),
  phrase('with no X, no Y', 'without X or Y', /\bwith no \S+, no\b/i),
  phrase('a key made for you', 'created for you', /\bmade for (?:you|it|him|them)\b/i),
  phrase('shortened at the dots', 'abridged', /\bat the dots\b/i),
  phrase('it is paid for', 'pay per call', /\bit is paid for\b/i),
  phrase('nothing is charged for', '... is never charged', /\bnothing is charged for\b/i),
  phrase('one of them at', '... covers one of them', /, one of (?:them|these|those) (?:at|is at)\b/i),
  phrase('from when on', 'the first date', /\bfrom when on\b|\bfrom which on\b/i),
  phrase('a file that opens at any time', 'a file you can open at any time', /\bthat opens at any time\b/i),
  phrase('from the first moment', 'immediately', /\bfrom the first moment\b/i),
  phrase('running answers', 'requests in flight', /\brunning answers\b/i),
  phrase('is named, its value is not', 'names the setting, never its value', /\bis named, its\b/i),
  phrase('what is asked', 'the mode, the request', /\bwhat is asked\b/i),
  phrase('answers no one', 'listens on ... only', /\banswers no(?:body| one)\b/i),
  phrase('what it has made itself', 'what it created', /\bwhat (?:it|they) (?:has|have) made\b/i),
  phrase('is taken back', 'is rolled back', /\b(?:is|are) (?:not )?taken back\b/i),
  phrase('beside a value', 'next to, derived', /\bbeside a\b/i),
  phrase('what it said last', 'what it last reported', /\bsaid last\b|\bsays last\b/i),
  phrase('hit rate 0.46', 'held 46% of the time', /\bhit rate 0\.\d/i),
  phrase('to pay as much', 'to allow it', /\bto pay as much\b/i),
]

/** A statement for a database, a pattern, markup or a style sheet: words for a machine. */
const isForMachines = (text: string): boolean =>
  /\b(?:SELECT|INSERT INTO|DELETE FROM|CREATE OR|CREATE TABLE|COMMENT ON|DROP TABLE|ATTACH)\b|\(\?[:!<=]|\\b|\{[a-z-]+:/.test(
    text,
  )

/** The string literals among nodes that are words for a reader: two words or more; a gap of a template reads as "1". */
export function sentencesIn(nodes: readonly Node[]): string[] {
  const texts = nodes.flatMap((node) => {
    if (node.type === 'StringLiteral') return [String(node['value'])]
    if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return []
    return [(node['quasis'] as Node[]).map(({ cooked }) => String(cooked)).join('1')]
  })
  return texts.filter((text) => /[a-z]\S* \S/i.test(text) && !isForMachines(text))
}

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

/** What tests and their groups are called. */
export function testNamesOf(source: string): string[] {
  return [...source.matchAll(/\b(?:test|describe)(?:\.\w+)*(?:\([^'"`]*?\))?\(\s*(['"`])((?:(?!\1).)+)\1/g)].map(
    ([, , name]) => name!,
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
  return phrases.flatMap(({ avoid, write, pattern }) => {
    const match = pattern.exec(text)
    if (match === null) return []
    const around = text.slice(Math.max(0, match.index - 40), match.index + match[0].length + 30).replaceAll('\n', ' ')
    return [`"${match[0]}" (${avoid}: write ${write}) in "${around}"`]
  })
}
