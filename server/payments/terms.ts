import type { PaymentPayload, PaymentRequirements, ResourceInfo } from '@x402/core/types'
import type { Network } from '../../data/networks.ts'
import { productName } from '../../data/page-frame.ts'
import { iconPath, serviceTags } from '../../data/site.ts'
import type { Offer } from './payments.ts'

/** Where and to whom calls are paid. */
export interface PaymentTerms {
  readonly networks: readonly { readonly network: Network; readonly payTo: string }[]
  /** Address the server is known by, without a slash at its end. */
  readonly baseUrl: string
  readonly mpp: { readonly secret: string; readonly previous: string | null }
  readonly sandbox: boolean
}

/** How long a quote may be paid, in seconds. */
export const quoteSeconds = 300

/** The network MPP challenges are for: the first EVM network calls are paid on. */
export function mppNetwork({ networks }: PaymentTerms): PaymentTerms['networks'][number] | null {
  return networks.find(({ network }) => network.kind === 'evm') ?? null
}

/** Host name of the base address, by which MPP knows the server: its clients compare it with that of the URL, without the port. */
export function realmOf({ baseUrl }: PaymentTerms): string {
  return new URL(baseUrl).hostname
}

/** Chain id of an EVM network. */
export function chainIdOf({ id }: Network): number {
  return Number(id.slice('eip155:'.length))
}

/** What an offer may be paid by, x402 v2 scheme exact, on one network. Without the fee payer of Solana, which the facilitator names. */
export function requirementsOf(
  { units }: Pick<Offer, 'units'>,
  { network, payTo }: PaymentTerms['networks'][number],
): PaymentRequirements {
  const { id, asset, domain } = network
  return {
    scheme: 'exact',
    network: id as PaymentRequirements['network'],
    amount: units,
    asset,
    payTo,
    maxTimeoutSeconds: quoteSeconds,
    extra: domain === null ? {} : { name: domain.name, version: domain.version },
  }
}

/** The same on every network: one that is not quoted at the moment may have been paid on before. */
export function allRequirementsFor(terms: PaymentTerms, offer: Offer): PaymentRequirements[] {
  return terms.networks.map((each) => requirementsOf(offer, each))
}

/** The longest query that quotes and receipts repeat: one of 200 companies fits into no header. */
const longestQuery = 150
/** The longest where little room is left. */
const longestQueryInLittleRoom = 40

export function resourceOf({ baseUrl }: PaymentTerms, { target, description, mimeType }: Offer): ResourceInfo {
  return {
    url: `${baseUrl}${withoutLong(target, longestQuery)}`,
    description,
    mimeType,
    serviceName: productName,
    tags: [...serviceTags],
    iconUrl: `${baseUrl}${iconPath}`,
  }
}

/** The URL of a resource where little room is left. */
export function urlWithoutLongQuery(url: string): string {
  return withoutLong(url, longestQueryInLittleRoom)
}

function withoutLong(url: string, longest: number): string {
  const [path = '', query = ''] = url.split('?')
  return query.length > longest ? path : url
}

/** A payment of the first network that nobody can settle because it is signed by nobody and over: a facilitator that refuses it does look at payments. */
export function unpayableProbe({ networks: [sold] }: Pick<PaymentTerms, 'networks'>): [PaymentPayload, PaymentRequirements] {
  const { network, payTo } = sold!
  const requirements = requirementsOf({ units: '1' }, { network, payTo })
  const nobody = `0x${'0'.repeat(40)}`
  const authorization = {
    ...{ from: nobody, to: payTo, value: '1', validAfter: '0', validBefore: '1' },
    nonce: `0x${'0'.repeat(64)}`,
  }
  const payload = network.kind === 'evm' ? { signature: `0x${'0'.repeat(130)}`, authorization } : { transaction: 'AA==' }
  return [{ x402Version: 2, accepted: requirements, payload }, requirements]
}
