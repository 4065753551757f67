import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { entityDecoder, readMarkup } from '../../pipeline/filings/markup.ts'
import { plainText } from '../../pipeline/filings/text.ts'

const decode = entityDecoder()

describe('character references', () => {
  test.each([
    'no reference at all',
    'A&amp;B &#8217; &#x2019; &nbsp;|&mdash;&ldquo;&notit; &copy &ampx; &#146; &#0; &#xD800; &#99999999; &unheard; &; & x',
    '&CounterClockwiseContourIntegral;&fjlig;',
  ])('as the parser decodes them: %s', (text) => {
    let expected = ''
    new Parser({ ontext: (data) => (expected += data) }).end(text)
    expect(decode(text)).toBe(expected)
    expect(decode(text)).toBe(expected)
  })

  test('a long row of them', () => {
    const body = '&#8217;'.repeat(40_000)
    const blocks: string[] = []
    readMarkup(`<p>${body}</p>`, { block: (text) => blocks.push(text) })
    expect(blocks).toEqual(['’'.repeat(40_000)])
  })
})

test('plain text: white space of every kind, and what nobody sees', () => {
  for (let code = 0; code < 0x1_00_00; code += 1) {
    const character = String.fromCharCode(code)
    const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/u.test(character)
    const white = /\s/u.test(character) && !invisible
    const between = plainText(`a${character}b`)
    if (between !== (white ? 'a b' : invisible ? 'ab' : `a${character}b`))
      expect.fail(`character ${code} inside gives ${between}`)
    const alone = plainText(` ${character}`)
    if (alone !== (white || invisible ? '' : character)) expect.fail(`character ${code} alone gives ${alone}`)
  }
})
