import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOrText, escapeNotice, escapeText } from '../../pipeline/documents/escape.ts'
import { visibleText } from '../../pipeline/documents/visible.ts'

const unescaped = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')

describe('text from data', () => {
  test('no markup, no cell borders, no HTML, no links, one line', () => {
    expect(escapeText('a|b')).toBe('a\\|b')
    expect(escapeText('`code`')).toBe('\\`code\\`')
    expect(escapeText('one\ntwo\r\nthree')).toBe('one two three')
    expect(escapeText('<script>')).toBe('\\<script\\>')
    expect(escapeText('[click](https://bad.example)')).toBe('\\[click\\]\\(https\\://bad.example)')
    expect(escapeText('![x](y)')).toBe('!\\[x\\]\\(y)')
    expect(escapeText('**bold** _em_ ~~gone~~')).toBe('\\*\\*bold\\*\\* \\_em\\_ \\~\\~gone\\~\\~')
    expect(escapeText('# head')).toBe('\\# head')
    expect(escapeText('1. first')).toBe('1\\. first')
    expect(escapeText('1.2')).toBe('1.2')
    expect(escapeText('&lt;b&gt; A&B')).toBe('\\&lt;b\\&gt; A&B')
    expect(escapeText('www.bad.example')).toBe('www\\.bad.example')
    expect(escapeText('pay@bad.example, @name')).toBe('pay\\@bad.example, @name')
    expect(escapeText('safe_name')).toBe('safe_name')
    expect(escapeText('evil\u202etxt\u0000')).toBe('eviltxt')
    expect(escapeText('half \ud83d')).toBe('half')
    expect(escapeText('FRED® API, “quoted” – 100 % (of it)')).toBe('FRED® API, “quoted” – 100 % (of it)')
  })

  test('any text comes through unchanged when the escapes are read', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab1_*`|<>[]()\\#+-=~&;:/.w!\n\t 0é€😀\u202e') }), (text) => {
        const safe = escapeText(text)
        expect(unescaped(safe)).toBe(visibleText(text).trim())
        expect(safe).not.toMatch(/[\n\r]/)
        expect(safe.replace(/\\[!-/:-@[-`{-~]/g, ' ')).not.toMatch(/[`|<>[\]*~\\]|:\/\/|&#?\w+;/)
      }),
    )
  })

  test('addresses stand when they are plain http, everything else is text', () => {
    expect(addressOrText('https://www.sec.gov/a_b/c-d.htm?x=1&y=2')).toBe('https://www.sec.gov/a_b/c-d.htm?x=1&y=2')
    expect(addressOrText('https://a.example/x|y`z<b>')).toBe('https://a.example/x%7Cy%60z%3Cb%3E')
    expect(addressOrText('javascript:alert(1)')).toBe('javascript:alert(1)')
    expect(addressOrText('see https://a.example')).toBe('see https\\://a.example')
    expect(addressOrText('https://a.example/\n# x')).toBe('https\\://a.example/ # x')
    expect(addressOrText('https://')).toBe('https\\://')
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab|`<>[]"\\ \n/?') }), (tail) => {
        expect(addressOrText(`https://a.example/${tail}`).replace(/\\[!-/:-@[-`{-~]/g, ' ')).not.toMatch(/[`|<>[\]\n\\]/)
      }),
    )
  })
})

test('a notice keeps its address plain, and nothing behind it becomes a part of it', () => {
  expect(escapeNotice('出典（https://a.example/）を加工')).toBe('出典（<https://a.example/>）を加工')
  expect(escapeNotice('Data by *A* (a.example), see https://a.example/x_y. Thanks')).toBe(
    'Data by \\*A\\* (a.example), see <https://a.example/x_y>. Thanks',
  )
  expect(escapeNotice('no address')).toBe('no address')
})
