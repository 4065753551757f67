import { InputError, NotFoundError } from '../../errors.ts'

/** What an invented upstream says to one request; most say text. */
export interface Answer<Body extends string | Uint8Array = string> {
  readonly status: number
  readonly type: string
  readonly body: Body
}

/** One upstream format: `path` is a test of the path, `answer` a pure function of the URL and the run's logical time (ms). */
export interface WireFormat<Body extends string | Uint8Array = string> {
  readonly host: string
  path(pathname: string): boolean
  answer(url: URL, now: number): Answer<Body>
}

export const json = (body: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

export const notThere = (url: URL, why: string): NotFoundError =>
  new NotFoundError('SAMPLE_NOT_FOUND', `the sample feeds have nothing at ${url.host}${url.pathname}: ${why}`, {
    host: url.host,
    path: url.pathname,
  })

/** A request the upstream would answer but the sample feeds do not imitate. */
export const notImitated = (url: URL, what: string): InputError =>
  new InputError(
    'SAMPLE_NOT_IMITATED',
    `the sample feeds do not imitate ${what} of ${url.host}; ask without it or use live feeds`,
    {
      host: url.host,
      path: url.pathname,
    },
  )
