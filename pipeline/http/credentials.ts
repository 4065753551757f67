import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { InputError } from '../errors.ts'

/** What an upstream wants to know of us, put on the wire only: it is in no recording, error or log. */
export interface Credential {
  /** The address as sent; one already there is replaced. */
  address(url: URL): URL
  readonly headers: Readonly<Record<string, string>>
  /** Answers may depend on it, and it may be replaced. */
  readonly secret: boolean
  /** True where any spelling of the secret occurs. A contact address is not a secret and is never found. */
  echoedIn(bytes: Uint8Array): boolean
  /** A body without the secret, of an upstream that repeats the request in every answer; of any other the body as it is. */
  withoutEcho(bytes: Uint8Array): Uint8Array
  /** The text without it. */
  redact(text: string): string
}

const userAgent = 'market-briefing'

/**
 * The credential of an upstream from the settings, by setting name, as one of its hosts wants it: hosts that ask for none are sent none,
 * and one that is optional is sent where it is set.
 *
 * @throws InputError CREDENTIAL_MISSING naming the setting and how to get one; CREDENTIAL_INVALID where it cannot be sent.
 */
export function credentialOf(upstream: Upstream, host: string, settings: ReadonlyMap<string, string>): Credential {
  const wanted = upstream.credential
  const value = settings.get(wanted?.setting ?? '')?.trim() ?? ''
  const own = { 'user-agent': userAgent, ...upstream.headers }
  if (!wanted || !(wanted.hosts ?? upstream.hosts).includes(host) || (wanted.optional && value === ''))
    return { ...noSecret, address: (url) => url, headers: own, redact: (text) => text }

  const { setting, how, sentAs, name, prefix = '', echoed } = wanted
  if (value === '')
    throw new InputError('CREDENTIAL_MISSING', `${upstream.name} cannot be read without ${setting}. Set ${setting}: ${how}.`, {
      upstream: upstream.id,
      setting,
    })
  if (!/^[\x20-\x7e]+$/.test(value))
    throw new InputError('CREDENTIAL_INVALID', `${setting} may hold printable ASCII only. Set ${setting}: ${how}.`, {
      upstream: upstream.id,
      setting,
    })

  const spellings = [...new Set([value, encodeURIComponent(value), new URLSearchParams([['', value]]).toString().slice(1)])]
  const redact = (text: string) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '[credential]'), text)
  if (sentAs === 'user-agent') return { ...noSecret, address: (url) => url, headers: { ...own, 'user-agent': value }, redact }
  const echoedIn = (bytes: Uint8Array) => spellings.some((spelling) => bufferOf(bytes).includes(spelling))
  return {
    secret: true,
    address(url) {
      if (sentAs === 'header') return url
      const sent = new URL(url)
      sent.searchParams.set(name, value)
      return sent
    },
    headers: { ...own, ...(sentAs === 'header' ? { [name]: `${prefix}${value}` } : {}) },
    echoedIn,
    // latin1 is one character a byte: what is not the secret stays as it was
    withoutEcho: (bytes) =>
      echoed && echoedIn(bytes) ? Buffer.from(redact(bufferOf(bytes).toString('latin1')), 'latin1') : bytes,
    redact,
  }
}

const noSecret = { secret: false, echoedIn: () => false, withoutEcho: (bytes: Uint8Array) => bytes } as const

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The parameter of an address that would hold the credential of its upstream; null where none does. */
export function queryName({ credential }: Upstream): string | null {
  return credential?.sentAs === 'query' ? credential.name : (credential?.inQuery ?? null)
}

/** A recorded address without the credential its upstream takes in the query; any other address letter for letter. */
export function withoutCredential(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const names = (upstreams as readonly Upstream[])
    .filter((upstream) => upstream.hosts.includes(url.hostname))
    .flatMap((upstream) => queryName(upstream) ?? [])
    .filter((name) => url.searchParams.has(name))
  if (names.length === 0) return address
  for (const name of names) url.searchParams.delete(name)
  return url.href
}
