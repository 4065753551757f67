import { randomBytes } from 'node:crypto'
import type { PaymentRequirements, ResourceInfo } from '@x402/core/types'
import { getAddress, keccak256, type LocalAccount, stringToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { networks } from '../../../data/networks.ts'

/** Signing as a client does, written apart from the server's reading. */
export function payer(seed: number): LocalAccount {
  return privateKeyToAccount(`0x${(seed + 1).toString(16).padStart(64, '0')}`)
}

const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export interface Authorization {
  from: string
  to: string
  value: string
  validAfter: string
  validBefore: string
  nonce: string
}

async function signed(account: LocalAccount, network: string, authorization: Authorization): Promise<string> {
  const row = networks.find(({ id }) => id === network)!
  return account.signTypedData({
    domain: { ...row.domain!, chainId: Number(network.split(':')[1]), verifyingContract: getAddress(row.asset) },
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: getAddress(authorization.from),
      to: getAddress(authorization.to),
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce as `0x${string}`,
    },
  })
}

export interface X402Quote {
  x402Version: number
  resource: ResourceInfo
  accepts: PaymentRequirements[]
}

export function quoteIn(headers: Record<string, unknown>): X402Quote {
  return JSON.parse(Buffer.from(String(headers['payment-required']), 'base64').toString())
}

export interface X402Payload {
  x402Version: number
  resource?: unknown
  accepted: PaymentRequirements
  payload: { signature: string; authorization: Authorization }
}

/** An x402 payment of a quote; `change` is done before signing. */
export async function x402Payload(
  account: LocalAccount,
  { resource, accepts }: X402Quote,
  change: Partial<Authorization> = {},
): Promise<X402Payload> {
  const accepted = accepts.find(({ network }) => network.startsWith('eip155:'))!
  const authorization = {
    from: account.address,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1_000) + 300),
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...change,
  }
  const signature = await signed(account, accepted.network, authorization)
  return { x402Version: 2, resource, accepted, payload: { signature, authorization } }
}

export function x402Header(payload: unknown): Record<string, string> {
  return { 'payment-signature': Buffer.from(JSON.stringify(payload)).toString('base64') }
}

export interface MppCredential {
  challenge: Record<string, string>
  source?: string
  payload: Authorization & { type: string; signature: string }
}

/** The parameters of a challenge in WWW-Authenticate. */
export function challengeIn(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    [...String(headers['www-authenticate']).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
}

/** An MPP credential for a challenge; `change` is done before signing. */
export async function mppCredential(
  account: LocalAccount,
  challenge: Record<string, string>,
  change: Partial<Authorization> = {},
): Promise<MppCredential> {
  const request = JSON.parse(Buffer.from(challenge['request']!, 'base64url').toString())
  const network = `eip155:${request.methodDetails.chainId}`
  const authorization = {
    from: account.address as string,
    to: request.recipient as string,
    value: request.amount as string,
    validAfter: '0',
    validBefore: String(Math.floor(Date.parse(challenge['expires']!) / 1_000)),
    nonce: keccak256(stringToBytes(`${challenge['id']}${challenge['realm']}`)) as string,
    ...change,
  }
  const signature = await signed(account, network, authorization)
  return {
    challenge,
    source: `did:pkh:${network}:${account.address}`,
    payload: { type: 'authorization', ...authorization, signature },
  }
}

export function mppHeader(credential: unknown): Record<string, string> {
  return { authorization: `Payment ${Buffer.from(JSON.stringify(credential)).toString('base64url')}` }
}

export const protocols = ['x402', 'mpp'] as const
export type Protocol = (typeof protocols)[number]

/** The header that pays what a refused call was quoted. */
export async function credentialOf(protocol: Protocol, account: LocalAccount, quoted: Record<string, unknown>) {
  return protocol === 'x402'
    ? x402Header(await x402Payload(account, quoteIn(quoted)))
    : mppHeader(await mppCredential(account, challengeIn(quoted)))
}
