import { dayMs } from '../../pipeline/time/day.ts'
import type { ServerClock } from '../../server/http/clock.ts'
import type { ServerLog } from '../../server/http/log.ts'
import type { GateOptions } from '../../server/open-gate.ts'
import type { Payments } from '../../server/payments/payments.ts'
import type { RealSettlement } from '../../server/payments/settlement.ts'
import type { PaymentTerms } from '../../server/payments/terms.ts'
import type { LedgerTelemetry, PaymentTelemetry } from '../../server/telemetry/telemetry.ts'
import type { PaymentSettings, Settings } from '../settings.ts'

interface SoldAt {
  readonly settings: Settings
  /** Address the server is known by, once it is known. */
  readonly baseUrl: Promise<string>
  readonly log: ServerLog
  readonly clock: ServerClock
  readonly telemetry?: (PaymentTelemetry & LedgerTelemetry) | null
}

/**
 * What takes payments: by the settings, or without any a sandbox for documents of sample feeds. Sample documents are never sold for real
 * money, and real ones never for play money. Throws for an address that was mistyped.
 */
export async function paymentsOf({
  settings,
  baseUrl: known,
  log,
  clock,
  telemetry = null,
}: SoldAt): Promise<GateOptions['payments']> {
  const warn = (message: string, facts: Readonly<Record<string, unknown>>) => log.warn(message, facts)
  const networks = await paymentNetworks(settings.payments)
  return async (state) => {
    const [
      { keepLedger },
      { FacilitatorStanding },
      { openPayments },
      { lazyPaymentProcessor, openSupport },
      { ensureSecret: keptSecret },
      { documentSigningKeys: signingKeys },
      { openSigner: signerOver },
    ] = await Promise.all([
      import('../../server/payments/ledger-upkeep.ts'),
      import('../../server/payments/facilitator-standing.ts'),
      import('../../server/payments/open.ts'),
      import('../../server/payments/settlement.ts'),
      import('../../server/state/secrets.ts'),
      import('../../server/state/signing-keys.ts'),
      import('../../server/signing/signer.ts'),
    ])
    const { now, wall } = clock
    const standing = new FacilitatorStanding({ telemetry, now, warn })
    const outside = settings.payments === null ? null : { ...settlementSettings(settings.payments), standing }
    const secret = settings.payments?.mppSecret ?? (await keptSecret(state, 'mpp'))
    const mpp = { secret, previous: settings.payments?.mppSecretPrevious ?? null }
    const terms: PaymentTerms = { networks, baseUrl: await known, mpp, sandbox: outside === null }
    const facilitator = await openSupport(outside)
    const signer = signerOver(() => signingKeys(state, now()), now)
    const processor = lazyPaymentProcessor({ state, terms, outside, signer, now, wall, warn })
    const opened = openPayments({ terms, facilitator, processor, standing, telemetry, now, warn })
    const leaveLedger = keepLedger({ state, keepMs: settings.ledgerDays * dayMs, telemetry, now, warn })
    const payments: Payments = {
      ...opened,
      async close() {
        await Promise.all([leaveLedger(), opened.close()])
      },
    }
    const onlyTest = networks.every(({ network }) => network.test)
    return { real: outside === null ? null : payments, sample: onlyTest ? payments : null }
  }
}

/** Without settings for payments the sandbox. */
export async function paymentNetworks(payments: PaymentSettings | null): Promise<PaymentTerms['networks']> {
  if (payments === null) {
    const { sandboxNetwork, sandboxPayTo } = await import('../../server/payments/sandbox-terms.ts')
    return [{ network: sandboxNetwork, payTo: sandboxPayTo }]
  }
  const { checksummed } = await import('../../server/payments/address.ts')
  return payments.networks.map(({ network, payTo }) => ({ network, payTo: network.kind === 'evm' ? checksummed(payTo) : payTo }))
}

export function settlementSettings({ networks, facilitatorUrl, facilitatorToken, cdpKey }: PaymentSettings): RealSettlement {
  const rpcUrls = networks.flatMap(({ network, rpcUrl }) => (rpcUrl === null ? [] : [[network.id as string, rpcUrl] as const]))
  return { facilitatorUrl, facilitatorToken, cdpKey, rpcUrls: new Map(rpcUrls) }
}
