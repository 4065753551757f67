import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { InputError } from '../errors.ts'

/** What an upstream wants to know of us, put on the wire only: it stands in no recording, error or log. */
export interface Credential {
  /** The address as sent; one already there is replaced. */
  address(url: URL): URL
  readonly headers: Readonly<Record<string, string>>
  /** True where any spelling of the secret occurs. A contact address is no secret and is never found. */
  echoedIn(bytes: Uint8Array): boolean
  /** The text without it. */
  redact(text: string): string
}

const userAgent = 'market-briefing'

/**
 * The credential of an upstream from the settings, by setting name, as one of its hosts wants it: hosts that ask for none are sent none.
 *
 * @throws InputError CREDENTIAL_MISSING naming the setting and how to get one; CREDENTIAL_INVALID where it cannot be sent.
 */
export function credentialOf(upstream: Upstream, host: string, settings: ReadonlyMap<string, string>): Credential {
  const wanted = upstream.credential
  if (wanted === null || !wanted.hosts.includes(host))
    return { address: (url) => url, headers: { 'user-agent': userAgent }, echoedIn: () => false, redact: (text) => text }

  const { setting, how, sentAs, name } = wanted
  const value = settings.get(setting)?.trim() ?? ''
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
  if (sentAs === 'user-agent') return { address: (url) => url, headers: { 'user-agent': value }, echoedIn: () => false, redact }
  return {
    address(url) {
      if (sentAs === 'header') return url
      const sent = new URL(url)
      sent.searchParams.set(name, value)
      return sent
    },
    headers: { 'user-agent': userAgent, ...(sentAs === 'header' ? { [name]: value } : {}) },
    echoedIn(bytes) {
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      return spellings.some((spelling) => body.includes(spelling))
    },
    redact,
  }
}

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
