import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import type { Asked } from '../rows/publication.ts'

/** What an invented upstream says to one request; most say text. */
export interface WireAnswer<Body extends string | Uint8Array = string | Uint8Array> {
  readonly status: number
  readonly type: string
  readonly body: Body
}

/** One request to an invented upstream. */
export interface WireRequest extends Pick<Asked, 'url' | 'now' | 'last'> {
  readonly query: Readonly<Record<string, string>>
  /** Groups of the format's `path`. */
  readonly parts: readonly string[]
}

/** One upstream format: `parameters` are those it imitates (all, where left out), `answer` is a pure function of the request. */
export interface WireFormat {
  readonly host: string
  readonly path: RegExp
  readonly parameters?: readonly string[]
  answer(asked: WireRequest): WireAnswer
}

export const textAnswer = (type: string, body: string): WireAnswer<string> => ({ status: 200, type, body })
export const jsonAnswer = (body: unknown): WireAnswer<string> =>
  textAnswer('application/json; charset=utf-8', JSON.stringify(body))

export const sampleNotFoundError = ({ host, pathname }: URL, why: string): NotFoundError =>
  new NotFoundError('SAMPLE_NOT_FOUND', `the sample feeds have nothing at ${host}${pathname}: ${why}`, { host, path: pathname })

/** A request the upstream would answer but the sample feeds do not imitate. */
export const notImitatedError = ({ host, pathname }: URL, what: string): InputError =>
  new InputError('SAMPLE_NOT_IMITATED', `the sample feeds do not imitate ${what} of ${host}; ask without it or use live feeds`, {
    host,
    path: pathname,
  })
