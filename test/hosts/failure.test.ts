import { describe, expect, test } from 'vitest'
import { InputError, NotFoundError, ParseError, UnavailableError, UpstreamError } from '../../pipeline/errors.ts'
import { errorOf, errorPayloadOf } from '../../workflows/hosts/failure.ts'
import { type ErrorKind, errorOfKind } from './activities.ts'

describe('an error that crossed a process', () => {
  const classes = {
    upstream: UpstreamError,
    'not-found': NotFoundError,
    parse: ParseError,
    input: InputError,
    unavailable: UnavailableError,
  }

  test.each(Object.entries(classes))('%s is of its own class again', (kind, made) => {
    const error = errorOfKind(kind as ErrorKind, 1_234)
    const back = errorOf(JSON.parse(JSON.stringify(errorPayloadOf(error))))
    expect(back).toBeInstanceOf(made)
    expect({ ...errorPayloadOf(back) }).toEqual(errorPayloadOf(error))
    expect(back.stack).not.toBe(error.stack)
  })

  test('carries neither stack nor cause', () => {
    const error = new UpstreamError('A', 'b; c', {}, undefined, new Error('/secret/path'))
    expect(JSON.stringify(errorPayloadOf(error))).not.toMatch(/secret|stack|cause/)
  })

  test('what is no error at all is told as text', () => {
    expect(errorPayloadOf('just text')).toEqual({
      name: 'Error',
      code: null,
      message: 'just text',
      facts: {},
      retryAfterMs: null,
    })
  })
})
