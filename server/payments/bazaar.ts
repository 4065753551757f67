import { bazaarResourceServerExtension, declareDiscoveryExtension } from '@x402/extensions/bazaar'
import type { Offer } from './payments.ts'

type Extensions = Readonly<Record<string, unknown>>

/** Name of the x402 extension by which facilitators list what is sold. */
const name = 'bazaar'

/** The x402 extensions of an offer: how it is called and what it answers with, as facilitators list it. */
export function extensionsOf({ listing, target }: Offer): Extensions {
  const { route, ...declared } = listing
  const { [name]: declaration } = declareDiscoveryExtension(declared)
  const path = target.split('?')[0]!
  const transport = { method: 'GET', routePattern: route, adapter: { getPath: () => path } }
  return { [name]: bazaarResourceServerExtension.enrichDeclaration!(declaration, transport) }
}

/**
 * What a facilitator is given of the extensions a buyer repeats: ours instead of theirs, so that no byte of a buyer reaches a list, and
 * none where the buyer repeats none.
 */
export function echoed(given: unknown, offer: Offer): { extensions?: Record<string, unknown> } {
  const isListed = typeof given === 'object' && given !== null && Object.hasOwn(given, name)
  return isListed ? { extensions: { ...extensionsOf(offer) } } : {}
}
