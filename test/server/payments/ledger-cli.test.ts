import { dirname } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type LedgerOptions, command as ledger } from '../../../cli/commands/ledger.ts'
import { exits } from '../../../cli/exit.ts'
import { readSettings } from '../../../cli/settings.ts'
import { prices } from '../../../data/prices.ts'
import { usdText } from '../../../server/access/price.ts'
import { dropOldPayments, paymentById } from '../../../server/state/payment-rows.ts'
import { typed as run, runOf } from '../../cli/command.ts'
import { closedAfter } from '../../closed-after.ts'
import { openShop } from './shop.ts'
import { type Protocol, payer, protocols } from './signing.ts'
import { cost } from './terms.ts'

const usd = prices.briefing.free
const shop = closedAfter(await openShop())

/** `briefing payments` beside a server that sells for play money over the same state store. */
describe('briefing payments', () => {
  beforeEach(() => shop.forget())

  const settings = readSettings({})
  const state = () => shop.holders.state
  let seed = 40

  const typed = (action: Parameters<typeof ledger.action>[2], name?: string, options: LedgerOptions = {}, json = true) =>
    run(() => ledger.action(runOf(settings, { json }), { home: dirname(shop.holders.place), ...options }, action, name))
  async function printed(action: Parameters<typeof ledger.action>[2], name?: string, options: LedgerOptions = {}) {
    const { text, code } = await typed(action, name, options)
    return { ...JSON.parse(text), code }
  }

  /** Buys one answer; the row is put into another state as if a server had died there, long enough ago. */
  async function bought(protocol: Protocol, change: object = {}) {
    const account = payer(++seed)
    const headers = await shop.credential('/api/btc', seed, protocol)
    expect((await shop.get('/api/btc', { headers })).status).toBe(200)
    const row = () => state().db.selectFrom('payment').selectAll().where('payer', '=', account.address)
    await expect.poll(() => row().executeTakeFirst()).toMatchObject({ state: 'served' })
    const { id } = await row().executeTakeFirstOrThrow()
    if (Object.keys(change).length > 0)
      await state()
        .db.updateTable('payment')
        .set({ lease_until: 0, updated_at: Date.now() - 120_000, ...change })
        .where('id', '=', id)
        .execute()
    return { id, nonce: id.split('/')[3]!, headers, account }
  }
  const unknown = { state: 'unknown', reference: null, receipt: null } as const
  const undelivered = { state: 'settled' } as const
  // of a row that does not say what was signed, the end counts that it names
  const expired = { valid_before: 1_700_000_000, signed: null } as const
  const refund = `0x${'9'.repeat(64)}`
  const whole = { from: '2020-01-01', to: '2100-01-01' }

  test('list shows what is owed, says so by its exit code, and never shows a signature', async () => {
    expect(await printed('list')).toMatchObject({ count: 0, totals: [], payments: [], code: exits.fine })
    const served = await bought('x402')
    expect(await printed('list')).toMatchObject({ count: 1, code: exits.fine })
    const owed = await bought('mpp', { ...undelivered, signed: '{"from":"0x1"}', signature_hash: 'planted-hash' })
    const listed = await printed('list', undefined, { stuck: true })
    expect(listed).toMatchObject({
      count: 1,
      payments: [{ id: owed.id, short_id: owed.nonce, state: 'settled', stuck: true, usd, scope: 'GET /api/btc' }],
      totals: [{ network: 'eip155:84532', state: 'settled', count: 1, units: String(cost), usd }],
      code: exits.dataTrouble,
    })
    const texts = [
      await typed('list', undefined, {}, false),
      await typed('list', undefined, { csv: true }),
      await typed('list'),
      await typed('show', owed.id, {}, false),
      await typed('show', owed.id),
    ]
    const [lines, csv] = texts.map(({ text }) => text)
    expect(lines).toContain(`${owed.nonce.slice(0, 14)}  `)
    expect(lines).toMatch(new RegExp(`settled, stuck +${usd} +Base Sepolia`))
    expect(lines).toContain(`Base Sepolia: 1 served, ${usd} USD\nBase Sepolia: 1 settled, ${usd} USD`)
    expect(csv!.split('\r\n').map((line) => line.split(',')[0])).toEqual(['id', owed.id, served.id, ''])
    const secrets = [
      'planted-hash',
      JSON.parse(Buffer.from(served.headers['payment-signature']!, 'base64').toString()).payload.signature,
    ]
    for (const { text } of texts) for (const secret of secrets) expect(text).not.toContain(secret)
  })

  test('show tells what a state means and what to type next, by id, nonce or transaction', async () => {
    const { id, nonce } = await bought('x402', { ...undelivered })
    const { reference } = (await paymentById(state(), id))!
    for (const name of [id, nonce.slice(0, 10), reference!, reference!.slice(0, 12)])
      expect([name, await printed('show', name)]).toMatchObject([name, { id, transaction: reference, usd }])
    const { text } = await typed('show', id, {}, false)
    expect(text).toContain('Paid, but the answer was not delivered.')
    const next = /resolve (0x\w+) --refunded/.exec(text)![1]!
    expect(await printed('show', next)).toMatchObject({ id })
    await state()
      .db.updateTable('payment')
      .set({ ...unknown, asset: null, pay_to: null, signed: null })
      .execute()
    const older = (await typed('show', id, {}, false)).text
    expect(older).toContain('npx --no-install briefing payments reconcile')
    expect(older).toContain('paid to:      not recorded: the row is older than this column')
    expect(older).toContain('of 0x036cbd53842c5426634e7929541ec2318f3dcf7e')
    await bought('x402')
    await expect(typed('show', '0x')).rejects.toMatchObject({ code: 'ID_SHORT' })
    await expect(typed('show', '0x0000000')).rejects.toMatchObject({ code: 'PAYMENT' })
    await expect(typed('show', 'eip155:84532')).rejects.toMatchObject({ code: 'ID_AMBIGUOUS' })
  })

  test('reconcile finds out that an unknown payment was paid, and the same credential then buys its answer, charged once', async () => {
    const { id, headers } = await bought('mpp', unknown)
    const { reference } = await state().db.selectFrom('play_transfer').select('reference').executeTakeFirstOrThrow()
    const { unknown: asked, compared, code } = await printed('reconcile', undefined, whole)
    expect(asked).toEqual([{ kind: 'settled', id, transaction: reference }])
    expect(compared).toMatchObject([{ ledger: { count: 1, usd }, recorded: { count: 1, usd }, difference: '0', mismatches: [] }])
    expect(code).toBe(exits.fine)
    expect(await paymentById(state(), id)).toMatchObject({ state: 'settled', reference, lease_until: 0 })
    const settles = shop.facilitator.calls.settle
    expect((await shop.get('/api/btc', { headers })).status).toBe(200)
    await expect.poll(() => paymentById(state(), id)).toMatchObject({ state: 'served' })
    expect((await shop.get('/api/btc', { headers })).status).toBe(402)
    expect([shop.facilitator.calls.settle - settles, await shop.takings()]).toEqual([0, { paid: cost, ledger: cost }])
  })

  test('reconcile removes what can never settle any more, and leaves what still may and what is being worked on', async () => {
    const over = await bought('x402', { ...unknown, ...expired })
    const open = await bought('x402', unknown)
    const busy = await bought('x402', { ...unknown, ...expired, lease_until: Date.now() + 60_000 })
    await state().db.deleteFrom('play_transfer').execute()
    const { unknown: asked, code } = await printed('reconcile', undefined, whole)
    expect(asked).toEqual(
      expect.arrayContaining([
        { kind: 'removed', id: over.id, why: 'it is not on chain, and its authorization has expired' },
        { kind: 'left', id: open.id, why: 'it has not settled, but still may', unreachable: false },
        { kind: 'busy', id: busy.id },
      ]),
    )
    expect(code).toBe(exits.dataTrouble)
    expect(await paymentById(state(), over.id)).toBeUndefined()
    expect(await paymentById(state(), open.id)).toMatchObject({ state: 'unknown', lease_until: 0 })
    expect(await paymentById(state(), busy.id)).toMatchObject({
      state: 'unknown',
      holder: expect.not.stringContaining('operator'),
    })
  })

  test('reconcile names every payment that ledger and books differ by', async () => {
    await bought('x402')
    const unbooked = await bought('x402')
    const invented = await bought('x402', { ...undelivered, reference: refund })
    await state().db.deleteFrom('play_transfer').where('payer', '=', invented.account.address.toLowerCase()).execute()
    await state().db.deleteFrom('payment').where('id', '=', unbooked.id).execute()
    const { reference } = await state()
      .db.selectFrom('play_transfer')
      .select('reference')
      .where('payer', '=', unbooked.account.address.toLowerCase())
      .executeTakeFirstOrThrow()
    const one = await printed('reconcile', undefined, whole)
    expect(one.compared[0].mismatches).toEqual([
      { id: invented.id, transaction: refund, units: String(cost), why: 'in the ledger, but no such transaction exists' },
      { id: null, transaction: reference, units: String(cost), why: 'paid by an authorization that is not in the ledger' },
    ])
    // the sums agree, and two payments do not
    expect([one.compared[0].difference, one.code]).toEqual(['0', exits.dataTrouble])
    await state().db.deleteFrom('payment').where('id', '=', invented.id).execute()
    const two = await printed('reconcile', undefined, whole)
    expect([two.compared[0].difference_usd, two.code]).toEqual([usd, exits.dataTrouble])
    expect((await typed('reconcile', undefined, whole, false)).text).toContain(
      `ledger 1 payments, ${usd} USD; on record 2, ${usdText(2n * cost)} USD; difference ${usd} USD`,
    )
    expect(await printed('reconcile', undefined, { from: '2020-01-01', to: '2020-02-01' })).toMatchObject({
      compared: [{ ledger: { count: 0 }, recorded: { count: 0 }, difference: '0' }],
      code: exits.fine,
    })
  })

  test('a refunded payment is closed with who, when, why and by which transaction, and its credential is never served again', async () => {
    const { id, headers } = await bought('x402', undelivered)
    const closed = await printed('resolve', id, { refunded: refund, note: 'asked for by mail', by: 'ana' })
    expect(closed).toMatchObject({ id, state: 'closed', stuck: false })
    expect(closed.notes).toEqual([
      { verdict: 'refunded', at: expect.stringMatching(/^20.*Z$/), by: 'ana', transaction: refund, text: 'asked for by mail' },
    ])
    await expect(typed('resolve', id, { refunded: refund, note: 'again' })).rejects.toMatchObject({ code: 'NOT_NOW' })
    const settles = shop.facilitator.calls.settle
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.get('/api/btc', { headers })))
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    expect(await paymentById(state(), id)).toMatchObject({ state: 'closed' })
    expect([shop.facilitator.calls.settle - settles, (await shop.takings()).paid]).toEqual([0, cost])
    // the money did come in, and the books agree
    expect(await printed('reconcile', undefined, whole)).toMatchObject({ compared: [{ difference: '0' }], code: exits.fine })
  })

  test.each<[string, object, LedgerOptions, string | null]>([
    ['settled', undelivered, { refunded: refund }, null],
    ['served', { state: 'served' }, { refunded: refund }, null],
    ['unknown', unknown, { refunded: refund }, 'NOT_NOW'],
    ['reserved', { ...unknown, state: 'reserved' }, { refunded: refund }, 'NOT_NOW'],
    ['settled', undelivered, { writtenOff: true }, null],
    ['served', { state: 'served' }, { writtenOff: true }, 'NOT_NOW'],
    ['unknown, not over', unknown, { writtenOff: true }, 'NOT_NOW'],
    ['unknown, over', { ...unknown, ...expired }, { writtenOff: true }, null],
    ['unknown, not over', unknown, { unpaid: true }, 'NOT_NOW'],
    ['unknown, over, but on the books', { ...unknown, ...expired }, { unpaid: true }, 'PAID'],
    ['unknown, without end', { ...unknown, valid_before: 9_000_000_000_000 }, { unpaid: true }, 'NOT_NOW'],
    ['served, not over', { state: 'served' }, { unpaid: true }, 'NOT_NOW'],
    ['served, over, but on the books', { state: 'served', ...expired }, { unpaid: true }, 'PAID'],
    ['settled, over, but on the books', { ...undelivered, ...expired }, { unpaid: true }, 'PAID'],
    ['unknown', unknown, { paid: refund }, null],
    ['settled', undelivered, { paid: refund }, 'NOT_NOW'],
    ['in work', { ...undelivered, lease_until: 9_999_999_999_999 }, { refunded: refund }, 'IN_WORK'],
  ])('%s %o: %o', async (_, change, options, refused) => {
    const { id } = await bought('x402', change)
    const before = await paymentById(state(), id)
    const resolving = typed('resolve', id, { note: 'why', ...options })
    if (refused === null) {
      await resolving
      expect((await paymentById(state(), id))!.state).toBe(options.paid ? 'settled' : 'closed')
    } else {
      await expect(resolving).rejects.toMatchObject({ code: refused })
      expect(await paymentById(state(), id)).toEqual(before)
    }
  })

  test('closed as unpaid it is no longer counted as money that came in; written off it is, and may be refunded later', async () => {
    const unpaid = await bought('x402', { state: 'served', ...expired })
    const written = await bought('x402', undelivered)
    await state().db.deleteFrom('play_transfer').where('payer', '=', unpaid.account.address.toLowerCase()).execute()
    await printed('resolve', unpaid.id, { unpaid: true, note: 'replaced by another block' })
    await printed('resolve', written.id, { writtenOff: true, note: 'never came back' })
    expect(await printed('reconcile', undefined, whole)).toMatchObject({
      compared: [{ ledger: { count: 1 }, recorded: { count: 1 }, difference: '0' }],
      code: exits.fine,
    })
    const closed = await printed('resolve', written.id, { refunded: refund, note: 'came back' })
    expect(closed.notes.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['written-off', 'refunded'])
  })

  test.each(protocols)(
    'an old %s payment is dropped once its credential has ended; sent again it is refused with 402, and nothing is charged',
    async (protocol) => {
      const { id, headers } = await bought(protocol)
      const keep = 400 * 86_400_000
      expect(await dropOldPayments(state(), Date.now() + keep - 60_000, keep)).toBe(0)
      const later = Date.now() + keep + 60_000
      expect(await dropOldPayments(state(), later, keep)).toBe(1)
      expect(await paymentById(state(), id)).toBeUndefined()
      const calls = { ...shop.facilitator.calls }
      shop.skip(keep)
      const answer = await shop.get('/api/btc', { headers })
      shop.skip(-keep)
      expect([answer.status, JSON.parse(answer.text).title]).toEqual([402, 'Payment Expired'])
      expect([shop.facilitator.calls, (await shop.takings()).paid]).toEqual([calls, cost])
      expect(await paymentById(state(), id)).toBeUndefined()
    },
  )

  test('export has a line for each payment that came in, with its exact amount, and what became of it', async () => {
    const served = await bought('x402')
    const refunded = await bought('mpp', { ...undelivered, asset: '0xAsset', pay_to: '0xPayee' })
    await printed('resolve', refunded.id, { refunded: refund, note: 'n' })
    await bought('x402', unknown)
    const { text } = await typed('export', undefined, {}, false)
    const [head, ...lines] = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    const rows = lines.map((line) => Object.fromEntries(head!.map((name, i) => [name, line[i]])))
    const { reference } = (await paymentById(state(), served.id))!
    const common = { network: 'eip155:84532', amount_usd: usd, amount_base_units: String(cost), target: 'GET /api/btc' }
    expect(rows).toEqual([
      expect.objectContaining({
        ...common,
        id: served.id,
        protocol: 'x402',
        transaction: reference,
        state: 'served',
        closed_as: '',
      }),
      expect.objectContaining({
        ...common,
        id: refunded.id,
        asset: '0xAsset',
        payee: '0xPayee',
        state: 'closed',
        closed_as: 'refunded',
        refund_transaction: refund,
      }),
    ])
    expect(rows[0]!['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(
      (await typed('export', undefined, { from: '2020-01-01', to: '2020-12-31' }, false)).text.trimEnd().split('\r\n'),
    ).toHaveLength(1)
    expect(await printed('export', undefined, whole)).toMatchObject({
      count: 2,
      usd: usdText(2n * cost),
      units: String(2n * cost),
    })
  })

  test.each<[Parameters<typeof ledger.action>[2], string | undefined, LedgerOptions, string]>([
    ['show', undefined, {}, 'ID_MISSING'],
    ['list', undefined, { state: 'lost' }, 'STATE'],
    ['list', undefined, { since: 'monday' }, 'TIME'],
    ['list', undefined, { limit: '0' }, 'LIMIT'],
    ['reconcile', undefined, { from: '2026-07-02', to: '2026-07-01' }, 'SPAN'],
    ['export', undefined, { from: '2026-07-02', to: '2026-07-01' }, 'SPAN'],
    ['list', undefined, { home: '/nowhere' }, 'NO_STATE'],
  ])('wrong use: %s %s %o', async (action, name, options, code) => {
    await expect(typed(action, name, options)).rejects.toMatchObject({ name: 'InputError', code })
  })

  test.each<[LedgerOptions, string]>([
    [{ refunded: refund }, 'NOTE'],
    [{ refunded: refund, note: ' ' }, 'NOTE'],
    [{ note: 'n' }, 'VERDICT'],
    [{ refunded: refund, unpaid: true, note: 'n' }, 'VERDICT'],
    [{ refunded: 'by hand', note: 'n' }, 'TRANSACTION'],
  ])('resolve %o: %s', async (options, code) => {
    const { id } = await bought('x402', undelivered)
    await expect(typed('resolve', id, options)).rejects.toMatchObject({ code })
    const { reference } = (await paymentById(state(), id))!
    await expect(typed('resolve', id, { refunded: reference!, note: 'n' })).rejects.toMatchObject({ code: 'TRANSACTION' })
  })
})
