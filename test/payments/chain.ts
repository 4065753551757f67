import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Network } from '../../data/networks.ts'
import { freePort } from '../../scripts/program.ts'
import { root } from '../house/tree.ts'
import type { PaymentChain } from './facilitator.ts'

const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
const binary = join(root, 'node_modules/@foundry-rs', `anvil-${platform}`, 'bin/anvil')
/** Whether there is an EVM node for this machine. */
export const withoutChain = !existsSync(binary)
if (withoutChain) console.warn(`skipping payments on a chain: no anvil for ${platform}`)

/** First of anvil's own accounts: it has ether for fees. */
const rich = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const { code } = JSON.parse(readFileSync(join(import.meta.dirname, 'token.json'), 'utf8')) as { code: Hex }
export const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function mint(address to, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** An EVM node of a network of ours, with a token that acts as USDC at its address. */
export interface Chain extends PaymentChain {
  readonly client: ReturnType<typeof clientOf>
}

function clientOf(url: string, { id }: Network) {
  const chain = defineChain({
    id: Number(id.split(':')[1]),
    name: id,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  return createTestClient({ chain, mode: 'anvil', account: rich, transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
}

export async function startChain(network: Network): Promise<Chain> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(binary, ['--port', String(port), '--chain-id', network.id.split(':')[1]!, '--silent'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const probe = createPublicClient({ transport: http(url, { retryCount: 0 }) })
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries === 200) throw new Error('anvil does not start')
    if (await probe.getChainId().catch(() => null)) break
    await wait(50)
  }
  const client = clientOf(url, network)
  const asset = network.asset as Hex
  await client.setCode({ address: asset, bytecode: code })
  return {
    network,
    url,
    client,
    scheme: schemeOf(url, network),
    async mint(to, value) {
      const hash = await client.writeContract({ address: asset, abi, functionName: 'mint', args: [to as Hex, value] })
      await client.waitForTransactionReceipt({ hash })
    },
    balance: (of) => client.readContract({ address: asset, abi, functionName: 'balanceOf', args: [of as Hex] }),
    async stop() {
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}

function schemeOf(url: string, network: Network): ExactEvmScheme {
  const wallet = createWalletClient({ chain: clientOf(url, network).chain, account: rich, transport: http(url) })
  const client = { ...wallet.extend(publicActions), address: rich.address }
  return new ExactEvmScheme(toFacilitatorEvmSigner(client as Parameters<typeof toFacilitatorEvmSigner>[0]))
}
