import type { Network } from '../../data/networks.ts'

/** Where and to whom calls are paid. */
export interface Terms {
  readonly networks: readonly { readonly network: Network; readonly payTo: string }[]
  /** Address the server is known by, without a slash at its end. */
  readonly baseUrl: string
  readonly mpp: { readonly secret: string; readonly previous: string | null }
  readonly sandbox: boolean
}

/** How long a quote may be paid, in seconds. */
export const quoteSeconds = 300

/** The network MPP challenges are for: the first EVM network calls are paid on. */
export function mppNetwork({ networks }: Terms): Terms['networks'][number] | null {
  return networks.find(({ network }) => network.kind === 'evm') ?? null
}

/** Host of the base address, by which MPP knows the server. */
export function realmOf({ baseUrl }: Terms): string {
  return new URL(baseUrl).host
}

/** Chain id of an EVM network. */
export function chainIdOf({ id }: Network): number {
  return Number(id.slice('eip155:'.length))
}
