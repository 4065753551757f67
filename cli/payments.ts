import type { ServerLog } from '../server/log.ts'
import type { GateOptions } from '../server/open-gate.ts'
import type { Terms } from '../server/payments/terms.ts'
import type { PaymentTelemetry } from '../server/telemetry/telemetry.ts'
import type { PaymentSettings, Settings } from './settings.ts'

interface SoldAt {
  readonly settings: Settings
  /** Address the server is known by, once it is known. */
  readonly baseUrl: Promise<string>
  readonly log: ServerLog
  readonly telemetry?: PaymentTelemetry | null
}

/**
 * What takes payments: by the settings, or without any a sandbox for documents of sample feeds. Sample documents are never sold for real
 * money, and real ones never for play money. Throws for an address that was mistyped.
 */
export async function paymentsOf({ settings, baseUrl: known, log, telemetry = null }: SoldAt): Promise<GateOptions['payments']> {
  const warn = (message: string, facts: Readonly<Record<string, unknown>>) => log.warn(message, facts)
  const networks = settings.payments === null ? [] : await paidOn(settings.payments)
  return async (state) => {
    const [{ openPayments }, { keptSecret }] = await Promise.all([
      import('../server/payments/open.ts'),
      import('../server/state/secrets.ts'),
    ])
    const secret = settings.payments?.mppSecret ?? (await keptSecret(state, 'mpp'))
    const mpp = { secret, previous: settings.payments?.mppSecretPrevious ?? null }
    const baseUrl = await known
    const common = { state, telemetry, now: Date.now, warn }
    if (settings.payments === null) {
      const { sandboxFacilitator, sandboxLookUp, sandboxNetwork, sandboxPayTo } = await import('../server/payments/sandbox.ts')
      const terms = { networks: [{ network: sandboxNetwork, payTo: sandboxPayTo }], baseUrl, mpp, sandbox: true }
      const facilitator = sandboxFacilitator(state, Date.now)
      return { real: null, sample: openPayments({ ...common, terms, facilitator, lookUp: sandboxLookUp(state) }) }
    }
    const terms: Terms = { networks, baseUrl, mpp, sandbox: false }
    const real = openPayments({ ...common, terms, ...(await outside(settings.payments)) })
    const onlyTest = terms.networks.every(({ network }) => network.test)
    return { real, sample: onlyTest ? real : null }
  }
}

async function paidOn({ networks }: PaymentSettings): Promise<Terms['networks']> {
  const { checksummed } = await import('../server/payments/address.ts')
  return networks.map(({ network, payTo }) => ({ network, payTo: network.kind === 'evm' ? checksummed(payTo) : payTo }))
}

async function outside({ networks, facilitatorUrl, facilitatorToken }: PaymentSettings) {
  const [{ httpFacilitator }, { lookUpOnChain }] = await Promise.all([
    import('../server/payments/facilitator.ts'),
    import('../server/payments/look-up-on-chain.ts'),
  ])
  const rpcUrls = networks.flatMap(({ network, rpcUrl }) => (rpcUrl === null ? [] : [[network.id as string, rpcUrl] as const]))
  return {
    facilitator: httpFacilitator({ url: facilitatorUrl, token: facilitatorToken }),
    lookUp: lookUpOnChain(new Map(rpcUrls)),
  }
}
