import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plans } from '../../../data/plans.ts'
import type { Scope } from '../../../server/access/access.ts'
import type { Gate } from '../../../server/access/gate.ts'
import { sessionCookie } from '../../../server/access/session-cookie.ts'
import { siteDocuments } from '../../../server/discovery/documents.ts'
import { operations } from '../../../server/openapi/operations.ts'
import { routes } from '../../../server/routes.ts'
import { createAccount, listKeys, rotateKey } from '../../../server/state/accounts.ts'
import { approveClaim, createClaim, pollClaim } from '../../../server/state/claims.ts'
import { beginSession } from '../../../server/state/sessions.ts'
import { claimed, claimOf, terms } from '../../state/claim-model.ts'
import type { Answer } from '../fixture.ts'
import { madeKey } from '../key-holders.ts'
import { served } from '../served.ts'
import { registered } from '../webhooks/receiver.ts'
import scopeRows from './scopes.json' with { type: 'json' }

/** Every way into the server by the scope it needs, but for documents and their lists, which are read. Whoever adds one adds its row to the file. */
const rows: Readonly<Record<Scope, readonly string[]>> = scopeRows

const wayOf = ({ method = 'get', path }: { method?: string; path: string }) => `${method.toUpperCase()} ${path}`
const documents = operations.filter(({ route }) => route === 'document' || route === 'catalogue')
const scopes = new Map<string, Scope>([
  ...documents.map((row): [string, Scope] => [wayOf(row), row.price === null ? 'open' : 'read']),
  ...siteDocuments.map((row): [string, Scope] => [wayOf(row), 'open']),
  ...Object.entries(rows).flatMap(([scope, ways]) => ways.map((way): [string, Scope] => [way, scope as Scope])),
])

/** All that the router answers, as the rows are written. */
const stack = routes({ gate: {} as Gate, cookie: sessionCookie(false), origin: 'http://127.0.0.1' } as never).stack
const ways = stack.map(({ methods, path }) => {
  const method = methods.length > 2 ? 'ALL' : methods.at(-1)!
  return `${method} ${String(path).replace(/:(\w+)/g, '{$1}')}`
})

test('every way into the server has a row that names its scope', () => {
  expect(ways.filter((way) => !scopes.has(way))).toEqual([])
  expect([...scopes.keys()].filter((way) => !ways.includes(way))).toEqual([])
})

test('the table of operations has the same scopes, and says which refuse for want of one', () => {
  for (const operation of operations) {
    const scope = scopes.get(wayOf(operation))
    expect([wayOf(operation), operation.scope]).toEqual([wayOf(operation), scope])
    expect([wayOf(operation), operation.refusals.includes('SCOPE_REQUIRED')]).toEqual([
      wayOf(operation),
      scope === 'account' || scope === 'person',
    ])
  }
})

const { holders, server } = await served(undefined, { now: Date.now }, { perHour: 100_000, perDay: 100_000 })
beforeEach(() => holders.state.db.deleteFrom('attempt').execute())

/** A key that an agent claimed, which an account approved. */
async function claimedKey(account: string, name: string): Promise<{ readonly key: string; readonly id: string }> {
  const [{ state }, now] = [holders, Date.now()]
  const claim = claimed(await createClaim(state, claimOf({ client_name: name, network: name }), terms, now))
  await approveClaim(state, claim.code, account, { now })
  const polled = await pollClaim(state, { code: claim.code, token: claim.token, deliver: true }, terms, now)
  if (polled?.kind !== 'delivered') throw new Error('no key')
  return polled.made
}

/** An account with a person, a claimed key, a key of the person, and a webhook that the person registered. */
async function household(plan: (typeof plans)[number]['plan']) {
  const { state } = holders
  const now = Date.now()
  const { id: account } = await createAccount(state, { name: plan, plan, perHour: 100_000, perDay: 100_000, now })
  await state.db
    .insertInto('person')
    .values({ account, email: `${account}@example.com`, password: null, created_at: now })
    .execute()
  const agents = await claimedKey(account, `agent of ${plan}`)
  const made = await madeKey(state, account, { name: 'own', mode: 'live', now })
  const url = 'https://hooks.example/a-path-nobody-guesses'
  const { webhook, secret } = await registered(state, url, { account, now })
  const session = async (key: string | null) => {
    const token = await beginSession(state, { account, key, browser: null, address: null }, Date.now())
    return { cookie: `session=${token}` }
  }
  const callers = {
    nobody: async () => ({}),
    'a claimed key': async () => ({ authorization: `Bearer ${agents.key}` }),
    'an own key': async () => ({ 'x-api-key': made.key }),
    'a browser with the claimed key': () => session(agents.id),
    'a browser with the own key': () => session(made.id),
    'the person': () => session(null),
  }
  return { account, agents, webhook: webhook.id, secret, url, callers }
}

const values: Readonly<Record<string, string>> = {
  page: 'keys',
  metric: 'btc-price',
  ticker: 'MSTR',
  claim_code: 'MB-AAAA-AAAA',
  delivery: 'msg_none',
}

function send(way: string, webhook: string, headers: Record<string, string>): Promise<Answer> {
  const [named, path = ''] = way.split(' ')
  const method = named === 'ALL' ? 'POST' : named!
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'webhook' ? webhook : values[name]!))
  if (method !== 'POST') return server.get(target, { method, headers })
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const isForm = !path.startsWith('/api/')
  const type = isForm ? form : { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return server.get(target, { method, headers: { ...type, ...headers }, body: isForm ? `webhook=${webhook}&name=n` : '{}' })
}

/** Everything of an account that an operation could have changed, and what was counted for it. */
async function kept(account: string): Promise<string> {
  const { db } = holders.state
  const rows = await Promise.all([
    db.selectFrom('account').selectAll().where('id', '=', account).execute(),
    db.selectFrom('key').select(['id', 'revoked_at', 'replaced_by']).where('account', '=', account).orderBy('id').execute(),
    db.selectFrom('person').selectAll().where('account', '=', account).execute(),
    db.selectFrom('webhook').selectAll().where('account', '=', account).execute(),
    db.selectFrom('webhook_delivery').selectAll().execute(),
    db.selectFrom('call_count').selectAll().where('account', '=', account).execute(),
    db.selectFrom('audit').selectAll().where('account', '=', account).orderBy('id').execute(),
  ])
  return JSON.stringify(rows)
}

const signInShown = expect.stringContaining('/sign-in')
const isRefused = ({ status, text }: Answer) => status === 403 && text.includes('"error":"SCOPE_REQUIRED"')

describe.each(plans.map(({ plan }) => plan))('on the plan %s', (plan) => {
  let home: Awaited<ReturnType<typeof household>>
  beforeAll(async () => {
    await holders.state.db.deleteFrom('attempt').execute()
    home = await household(plan)
  })

  test.each([
    ['nobody', [], ['account', 'person']],
    ['a claimed key', ['account'], ['account', 'person']],
    ['an own key', [], ['person']],
    ['a browser with the claimed key', ['person'], ['account', 'person']],
    ['a browser with the own key', ['person'], ['account', 'person']],
    ['the person', [], ['account']],
  ] as const)('%s is refused what needs %j, and neither changes nor reads what needs %j', async (caller, needs, beyond) => {
    const those = (which: readonly Scope[]) => ways.filter((way) => which.includes(scopes.get(way)!))
    const [refused, closed] = [those(needs), those(beyond)]
    const before = await kept(home.account)
    for (const way of closed) {
      const answer = await send(way, home.webhook, await home.callers[caller]())
      expect([way, isRefused(answer), answer.text.includes(home.url)]).toEqual([way, refused.includes(way), false])
      for (const hidden of [home.secret, 'whsec_']) expect(answer.text).not.toContain(hidden)
      if (caller === 'a claimed key' && scopes.get(way) === 'account')
        expect(JSON.parse(answer.text).message).toContain('Use a key that a person made at /settings')
    }
    expect(await kept(home.account)).toBe(before)
    for (const way of ways.filter((each) => !closed.includes(each) || caller === 'nobody')) {
      if (way.startsWith('POST')) await holders.state.db.deleteFrom('attempt').execute()
      const answer = await send(way, home.webhook, await home.callers[caller]())
      expect([way, isRefused(answer), answer.status === 500]).toEqual([way, false, false])
      if (caller !== 'nobody') continue
      // whoever is nobody is shown the way in
      if (scopes.get(way) === 'account') expect([way, answer.status]).toEqual([way, 401])
      if (scopes.get(way) === 'person') expect([way, `${answer.headers.location}${answer.text}`]).toEqual([way, signInShown])
    }
  })
})

test('a claimed key keeps its scope when it is rotated', async () => {
  const { account, agents } = await household('pro')
  await rotateKey(holders.state, agents.id, { prefix: 'mb', overlap: 1, now: Date.now() })
  expect((await listKeys(holders.state, account)).map(({ name, scope }) => `${name}: ${scope}`).sort()).toEqual([
    ...['Agent: agent of pro: read', 'Agent: agent of pro: read', 'own: account'],
  ])
})
