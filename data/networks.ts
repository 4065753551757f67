/**
 * Networks a call can be paid on. `asset`: address of the USDC contract or mint; `domain`: its EIP-712 domain on EVM networks (the name
 * differs between Base and Base Sepolia). Addresses: Circle's list of USDC contracts; CAIP-2 references of Solana: the genesis hashes.
 * A test network's USDC is worth nothing, so one is quoted only where it is switched on.
 */
export interface Network {
  /** CAIP-2. */
  readonly id: string
  readonly title: string
  /** Word of the setting that switches it on. */
  readonly name: 'base' | 'base-sepolia' | 'solana' | 'solana-devnet'
  readonly kind: 'evm' | 'solana'
  readonly test: boolean
  readonly asset: string
  readonly domain: { readonly name: string; readonly version: string } | null
}

export const networks = [
  {
    id: 'eip155:8453',
    title: 'Base',
    name: 'base',
    kind: 'evm',
    test: false,
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    domain: { name: 'USD Coin', version: '2' },
  },
  {
    id: 'eip155:84532',
    title: 'Base Sepolia',
    name: 'base-sepolia',
    kind: 'evm',
    test: true,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    domain: { name: 'USDC', version: '2' },
  },
  {
    id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    title: 'Solana',
    name: 'solana',
    kind: 'solana',
    test: false,
    asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    domain: null,
  },
  {
    id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    title: 'Solana devnet',
    name: 'solana-devnet',
    kind: 'solana',
    test: true,
    asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    domain: null,
  },
] as const satisfies readonly Network[]
