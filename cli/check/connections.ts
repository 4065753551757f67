import { openMail } from '../../server/access/mail.ts'
import { FacilitatorError, probePayments, refusesCredential } from '../../server/payments/facilitator.ts'
import { openSupport } from '../../server/payments/settlement.ts'
import { paymentNetworks, settlementSettings } from '../payments/payments.ts'
import { type PaymentSettings, rpcSettings, type Settings } from '../settings.ts'
import { type Finding, failFinding, ok, warnFinding } from './home.ts'

/** How long a service may take to answer the doctor. */
const patienceMs = 5_000

const outside = (finding: Finding): Finding => ({ ...finding, outside: true })

/** The services that the settings name for mail and payments, each asked once. Nothing is sent to a person, paid or settled. */
export async function checkConnections({ mail, payments }: Pick<Settings, 'mail' | 'payments'>): Promise<Finding[]> {
  const findings = await Promise.all([
    mail === null ? [] : mailServer(mail),
    ...(payments === null ? [] : [facilitator(payments), ...payments.networks.map(rpc)]),
  ])
  return findings.flat()
}

/** Whether the mail server answers, encrypts and takes the password. */
async function mailServer(settings: NonNullable<Settings['mail']>): Promise<Finding> {
  const mail = openMail(settings, patienceMs)
  try {
    await mail.verify()
    return ok('mail', 'MAIL_SERVER answers and takes the user and the password')
  } catch (error) {
    const { code = 'unknown', responseCode } = error as { readonly code?: string; readonly responseCode?: number }
    const status = responseCode === undefined ? '' : `, status ${responseCode}`
    return outside(
      failFinding(
        'mail',
        `MAIL_SERVER cannot be used (${code}${status})`,
        mailNext[code as keyof typeof mailNext] ?? mailNext.ECONNECTION,
      ),
    )
  } finally {
    mail.close()
  }
}

const mailNext = {
  EAUTH: 'correct the user and the password in MAIL_SERVER, or ask the provider for one of a program',
  ETLS: 'use smtps:// with the port of encrypted mail (465), or a server that offers STARTTLS',
  ECONNECTION: 'check host and port in MAIL_SERVER, and whether this machine may connect to them',
}

/** Whether the facilitator answers, takes payments of each network that is sold on, and looks at a payment of this server. */
async function facilitator(payments: PaymentSettings): Promise<Finding[]> {
  const { verify, getSupported } = await openSupport(settlementSettings(payments))
  const sold = await paymentNetworks(payments)
  const findings: Finding[] = []
  try {
    const { kinds } = await getSupported()
    const missing = sold.filter(({ network }) => !kinds.some((kind) => kind.network === network.id && kind.scheme === 'exact'))
    const next = 'name only networks it takes in PAY_NETWORKS, or set the FACILITATOR_URL of another'
    findings.push(
      missing.length === 0
        ? ok('facilitator', `answers and takes ${sold.map(({ network }) => network.title).join(', ')}`)
        : failFinding('facilitator', `does not take ${missing.map(({ network }) => network.title).join(', ')}`, next),
    )
  } catch (error) {
    findings.push(refused('facilitator', error))
  }
  try {
    await probePayments({ verify: verify! }, { networks: sold })
    findings.push(ok('facilitator credential', 'accepted: it checked a test payment, which was not valid'))
  } catch (error) {
    findings.push(refused('facilitator credential', error))
  }
  return findings
}

function refused(check: string, error: unknown): Finding {
  const status = error instanceof FacilitatorError ? error.status : null
  const detail = error instanceof FacilitatorError ? error.message.replace('the facilitator ', '') : 'cannot be asked'
  return outside(failFinding(check, detail, nextAfter(status)))
}

function nextAfter(status: number | null): string {
  if (refusesCredential(status))
    return 'correct FACILITATOR_TOKEN, or CDP_API_KEY_ID and CDP_API_KEY_SECRET; see docs/payments.md'
  if (status === null) return 'check FACILITATOR_URL and the network connection of this machine'
  if (status === 429) return 'ask the facilitator for more calls, or use another'
  return status < 500
    ? 'check FACILITATOR_URL: what answers there is not a facilitator'
    : 'try again later, or use another facilitator'
}

/** Whether the node of a network answers, and is of that network. */
async function rpc({ network, rpcUrl }: PaymentSettings['networks'][number]): Promise<Finding> {
  const name = rpcSettings[network.name]
  const check = `RPC ${network.name}`
  if (rpcUrl === null)
    return warnFinding(
      check,
      `${name} is not set: a payment whose outcome is unknown stays so`,
      `set ${name} to a node of ${network.title}`,
    )
  const [method, expected] =
    network.kind === 'evm'
      ? ['eth_chainId', `0x${Number(network.id.slice('eip155:'.length)).toString(16)}`]
      : ['getGenesisHash', network.id.slice('solana:'.length)]
  const at = await asked(rpcUrl, method)
  if (at.answer === null)
    return outside(failFinding(check, `does not answer ${method} (${at.status ?? 'no answer'})`, nextOfNode(at.status, name)))
  return at.answer.startsWith(expected) && (network.kind === 'solana' || at.answer.length === expected.length)
    ? ok(check, `answers, and is a node of ${network.title}`)
    : failFinding(check, `is a node of another network than ${network.title}`, `set ${name} to a node of ${network.title}`)
}

const nextOfNode = (status: number | null, name: string) =>
  status === 401 || status === 403 ? `correct the key in ${name}` : `check ${name} and the network connection of this machine`

const longestAnswer = 10_000

async function asked(url: string, method: string): Promise<{ answer: string | null; status: number | null }> {
  const { username, password, ...parts } = loginOf(url)
  let status: number | null = null
  try {
    const answer = await fetch(parts.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(username === '' ? {} : { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      signal: AbortSignal.timeout(patienceMs),
    })
    status = answer.status
    const text = await answer.text()
    const { result } = JSON.parse(text.slice(0, longestAnswer)) as { result?: unknown }
    return { answer: typeof result === 'string' ? result : null, status }
  } catch {
    return { answer: null, status }
  }
}

/** A URL without its user and password, which fetch does not take there. */
function loginOf(given: string) {
  const url = new URL(given)
  const [username, password] = [url.username, url.password].map(decodeURIComponent) as [string, string]
  url.username = ''
  url.password = ''
  return { url: url.href, username, password }
}
