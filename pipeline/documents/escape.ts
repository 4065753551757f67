import { visibleText } from './visible.ts'

/**
 * Text from data as Markdown (CommonMark with GitHub's tables and autolinks) that shows exactly that text: on one line, no markup, no HTML,
 * no link, nothing invisible.
 */
export function escapeText(text: string): string {
  return (
    visibleText(text)
      .trim()
      .replace(/[\\`*<>[\]|~]/g, '\\$&')
      // Some renderers drop the escapes of brackets inside the text of a link.
      .replace(/(?<=\])\(/g, '\\(')
      // An underscore inside a word is never markup, so names such as cell_a stay readable.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/&(?=#?\w+;)/g, '\\&')
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/\bwww(?=\.)/gi, '$&\\')
      .replace(/(?<=\w)@(?=\w)/g, '\\@')
      .replace(/^(?=[#+=-])/, '\\')
      .replace(/^(\d+)(?=[.)](?:\s|$))/, '$1\\')
  )
}

/**
 * A notice or citation, which its source wants word for word: escaped like any text, but an address in it stays a plain one between angle
 * brackets, where nothing that follows is taken for a part of it.
 */
export function escapeNotice(text: string): string {
  return text
    .split(/(https?:\/\/[\w.~:/?#@!$&'*+,;=%-]*[\w/#=%-])/i)
    .map((part, index) => (index % 2 === 1 ? `<${addressOrText(part)}>` : part === '' ? '' : keepingBlanks(part)))
    .join('')
}

/** A piece of a text, escaped, with the blanks that part it from its neighbours. */
function keepingBlanks(part: string): string {
  return `${/^\s/.test(part) ? ' ' : ''}${escapeText(part)}${/\S\s+$/.test(part) ? ' ' : ''}`
}

/**
 * The address when it is a plain http or https one, with the characters that could end a cell or start markup percent-encoded; else the
 * text, escaped.
 */
export function addressOrText(text: string): string {
  if (!/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(text) || !URL.canParse(text)) return escapeText(text)
  return text
    .replace(/[\\`*<>[\]|"'^{}]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/&(?=#?\w+;)/g, '%26')
}
