import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccount } from '../../../server/state/accounts.ts'
import type { State } from '../../../server/state/open.ts'
import { createWebhook, type Webhook, type WebhookFilter } from '../../../server/state/webhooks.ts'

export interface Arrived {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a receiver does with a message: a status, or something of its own. */
type Reaction = number | ((response: ServerResponse, arrived: Arrived) => void)

/** A receiver on this machine that keeps what arrives. */
export async function openReceiver(react: (arrived: Arrived) => Reaction = () => 204) {
  const arrived: Arrived[] = []
  const server = createServer((message, response) => {
    let body = ''
    message.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    message.on('end', () => {
      const one = { path: message.url ?? '', headers: message.headers, body }
      arrived.push(one)
      const reaction = react(one)
      if (typeof reaction === 'number') response.writeHead(reaction).end('thanks')
      else reaction(response, one)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { arrived, url, close: () => new Promise((done) => server.close(done).closeAllConnections()) }
}

/** An account of the Pro plan with an address, and the secret of it. */
export async function registered(
  state: State,
  url: string,
  { now = 1, filter = {}, account }: { now?: number; filter?: WebhookFilter; account?: string } = {},
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const owner = account ?? (await createAccount(state, { name: 'receiver', plan: 'pro', now: 0 })).id
  const made = await createWebhook(state, { account: owner, url, filter, idempotency: null }, { now })
  if (made.kind !== 'created') throw new Error(made.kind)
  return made
}

/** Waits for something that is on its way. */
export async function until(done: () => boolean | Promise<boolean>, patienceMs = 20_000): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await done())) {
    if (performance.now() > end) throw new Error('it did not come')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
