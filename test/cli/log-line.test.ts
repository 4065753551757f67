import { expect, test } from 'vitest'
import { logLine } from '../../cli/log-line.ts'

const time = '2026-11-22T13:54:46.481Z'

test.each([
  [
    { level: 'info', time, edition: 'afa4db15', sequence: 1, msg: 'edition adopted' },
    '13:54:46Z info  edition adopted: edition afa4db15, sequence 1',
  ],
  [
    { level: 'warn', time, code: 'UPSTREAM_REFUSED', only: [], revise: null, of: { a: 1 }, msg: 'fetch failed' },
    '13:54:46Z WARN  fetch failed: code UPSTREAM_REFUSED, of {"a":1}',
  ],
  [
    {
      level: 'info',
      time,
      id: 'x',
      method: 'GET',
      path: '/api/btc',
      route: '/api/btc',
      status: 402,
      error: 'PAYMENT_REQUIRED',
      bytes: 812,
      ms: 1.5,
      msg: 'request',
    },
    '13:54:46Z info  GET /api/btc 402, 812 bytes, 1.5 ms, PAYMENT_REQUIRED',
  ],
])('a line of the log for a person %#', (line, text) => {
  expect(logLine(JSON.stringify(line))).toBe(text)
})

test('nothing in a line moves the cursor or colours the terminal, and what is no line of the log is left as it is', () => {
  expect(logLine(JSON.stringify({ level: 'info', time, name: 'a\u001b[2Jb\nc\u009bd', msg: 'read' }))).toBe(
    '13:54:46Z info  read: name a [2Jb c d',
  )
  expect(logLine('Error: at \u001b[31mx')).toBe('Error: at  [31mx')
  expect(logLine('{ not JSON')).toBe('{ not JSON')
})
