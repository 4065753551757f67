import type { Upstream } from '../../data/upstreams.ts'
import { InputError, UpstreamError } from '../errors.ts'
import { queryName } from './credentials.ts'

/** https, the usual port, one of the upstream's own hosts, nobody's password in it. */
function belongsTo(upstream: Upstream, url: URL): boolean {
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    upstream.hosts.includes(url.hostname)
  )
}

/**
 * The address of a request, checked.
 *
 * @throws InputError ADDRESS_REFUSED for one that is not the upstream's or that carries a credential.
 */
export function requestAddress(upstream: Upstream, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !belongsTo(upstream, url))
    throw new InputError(
      'ADDRESS_REFUSED',
      `A request to ${upstream.name} must go over https to ${upstream.hosts.join(' or ')}. Correct the URL planned by the feed.`,
      { upstream: upstream.id, host: url?.host ?? null },
    )
  const parameter = queryName(upstream)
  if (parameter !== null && url.searchParams.has(parameter))
    throw new InputError(
      'ADDRESS_REFUSED',
      `The URL of a request must not contain a credential. Remove ${parameter} and set ${upstream.credential?.setting}.`,
      { upstream: upstream.id, host: url.host },
    )
  url.hash = ''
  return url
}

/**
 * Where a redirect leads, checked.
 *
 * @throws UpstreamError UPSTREAM_REDIRECTED where it leaves the upstream or says nothing usable.
 */
export function redirectAddress(upstream: Upstream, location: string | undefined, from: URL): URL {
  const url = location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : null
  if (url === null || !belongsTo(upstream, url))
    throw new UpstreamError(
      'UPSTREAM_REDIRECTED',
      `${upstream.name} redirected us to a host that is not its own; nothing was read there. If the upstream has moved, correct its hosts.`,
      { upstream: upstream.id, host: from.host, to: url?.host ?? null },
    )
  url.hash = ''
  return url
}
