/** A fenced block of a Markdown text: the words after its fence, and its lines. */
export interface Block {
  readonly words: readonly string[]
  readonly text: string
}

export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, words, text]) => ({
    words: words!.split(' '),
    text: text!,
  }))
}

/** Code spans outside fenced blocks. */
export function spansOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)
}

/** Command lines a reader may type: the lines of shell blocks, and code spans. */
export function commandsOf(markdown: string): string[] {
  const lines = blocksOf(markdown).flatMap(({ words, text }) => (words[0] === 'sh' ? text.split('\n') : []))
  return [...lines, ...spansOf(markdown)].flatMap((line) => line.split(' && ')).map((line) => line.replace(/ +#.*$/, '').trim())
}

/** The anchors of a text's headings, as GitHub makes them: lower case, a hyphen for each blank, nothing else but letters and digits. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '')
  return new Set(
    [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
