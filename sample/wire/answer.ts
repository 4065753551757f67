import { InputError, NotFoundError } from '../../pipeline/errors.ts'

/** What an invented upstream says to one request; most say text. */
export interface Answer<Body extends string | Uint8Array = string | Uint8Array> {
  readonly status: number
  readonly type: string
  readonly body: Body
}

/** One request to an invented upstream. */
export interface Asked {
  readonly url: URL
  readonly query: Readonly<Record<string, string>>
  /** Groups of the format's `path`. */
  readonly parts: readonly string[]
  /** The run's logical time (ms), and the last day its history has. */
  readonly now: number
  readonly last: number
}

/** One upstream format: `parameters` are those it imitates (all, where left out), `answer` is a pure function of the request. */
export interface WireFormat {
  readonly host: string
  readonly path: RegExp
  readonly parameters?: readonly string[]
  answer(asked: Asked): Answer
}

export const text = (type: string, body: string): Answer<string> => ({ status: 200, type, body })
export const json = (body: unknown): Answer<string> => text('application/json; charset=utf-8', JSON.stringify(body))

export const notThere = ({ host, pathname }: URL, why: string): NotFoundError =>
  new NotFoundError('SAMPLE_NOT_FOUND', `the sample feeds have nothing at ${host}${pathname}: ${why}`, { host, path: pathname })

/** A request the upstream would answer but the sample feeds do not imitate. */
export const notImitated = ({ host, pathname }: URL, what: string): InputError =>
  new InputError('SAMPLE_NOT_IMITATED', `the sample feeds do not imitate ${what} of ${host}; ask without it or use live feeds`, {
    host,
    path: pathname,
  })
