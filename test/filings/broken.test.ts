import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { readFiledDocument } from '../../pipeline/filings/document.ts'
import { ownTime } from '../own-time.ts'
import { inlineDocument, tagged } from './inline.ts'

describe('documents made to take long are read or refused in time that grows with their length', () => {
  const block = '<ix:nonNumeric name="a:NoteTextBlock" contextRef="now">'
  test.each([
    ['text blocks in text blocks', (many: number) => `${block.repeat(400)}${'<p>7 words of text here</p>'.repeat(many)}`],
    ['tags in one paragraph', (many: number) => `<p>${`words ${tagged('7')} more. `.repeat(many)}</p>`],
    [
      'tags that never end',
      (many: number) => `<p>${tagged('7').replace('</ix:nonFraction>', '').repeat(400)}${'7 '.repeat(many)}`,
    ],
    ['tags in one row', (many: number) => `<table><tr>${`<td>${tagged('7')}</td>`.repeat(many)}</tr></table>`],
    ['tags in one cell', (many: number) => `<table><tr><td>${`<p>a ${tagged('7')}</p>`.repeat(many)}</td></tr></table>`],
    [
      'continuations of one chain',
      (many: number) =>
        Array.from({ length: many }, (_, at) => `<ix:continuation id="c${at}" continuedAt="c${at + 1}">7</ix:continuation>`).join(
          '',
        ),
    ],
    [
      'blocks that share a chain',
      (many: number) =>
        `${`${block.replace('>', ' continuedAt="c">')}x</ix:nonNumeric>`.repeat(many)}<ix:continuation id="c">${'long '.repeat(many)}</ix:continuation>`,
    ],
    [
      'exclusions',
      (many: number) => `${block}${'a<ix:exclude>b</ix:exclude>'.repeat(many)}</ix:nonNumeric>${tagged('7').repeat(many)}`,
    ],
    ['references', (many: number) => `<p>${Array.from({ length: many }, (_, at) => `&a${at};`).join('')}</p>`],
    [
      'one long word of digits',
      (many: number) => `<p>${'1,'.repeat(many * 5)}</p><p>${'1'.repeat(many * 5)}</p><p>${'('.repeat(many)}</p>`,
    ],
    [
      'scale words',
      (many: number) =>
        `<p>${'(in thousands '.repeat(many)}5</p><table><tr><td>${'in '.repeat(70)}</td></tr><tr><td>a</td><td>5</td></tr></table>`,
    ],
  ])('%s', (_, document) => {
    const timeOf = (many: number): number => {
      const body = inlineDocument(document(many))
      const start = ownTime()
      try {
        readFiledDocument(body, null, () => true)
      } catch (error) {
        expect(error).toBeInstanceOf(ParseError)
      }
      return ownTime() - start
    }
    const quarter = timeOf(5_000)
    // what looks at all of it for each of its parts takes sixteen times as long
    expect(timeOf(20_000)).toBeLessThan(Math.min(10 * Math.max(quarter, 100), 20_000))
  })
})
