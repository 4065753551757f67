import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMail } from '../../../server/access/mail.ts'
import { nextMorning } from '../../../server/mornings/local-morning.ts'
import { openMornings } from '../../../server/mornings/sending.ts'
import { changeAccount } from '../../../server/state/accounts.ts'
import { listAudit } from '../../../server/state/audit.ts'
import { accountOfToken, morningOf, subscribeMorning } from '../../../server/state/mornings.ts'
import type { State } from '../../../server/state/open.ts'
import { createPerson, deleteAccount } from '../../../server/state/people.ts'
import { eachTestOn, kinds } from '../../state/stores.ts'
import { type MailServer, openMailServer } from '../accounts/mail-server.ts'
import { edition, fakeReader } from '../fixture.ts'
import { withDocuments } from '../with-documents.ts'

const origin = 'https://briefings.example'
const rowOf = (briefing: string, headline: string) => ({
  briefing,
  headline,
  state: { label: 'rising' },
  changes: ['A <change>.'],
})
const front = {
  headline: 'A headline of Pro',
  briefings: [
    rowOf('btc.pulse', 'A headline & more'),
    rowOf('macro.calendar', 'A headline of Basic'),
    rowOf('btc.full', 'A headline of Pro'),
  ],
}
const editionOf = (asOf: string, sample = false) =>
  withDocuments(edition({ edition: 'e1', asOf, sample }), { 'system/front': front })
const when = { zone: 'Europe/London', hour: 7 }
const seven = Date.parse('2026-07-23T06:00:00Z')
const minute = 60_000

describe.each(kinds)('the morning mail on %s', (_, kind) => {
  let state: State
  let server: MailServer
  let account: string
  let clock: number
  const closing: (() => unknown)[] = []
  const reader = fakeReader(editionOf('2026-07-22'))

  eachTestOn(kind, ([opened]) => {
    state = opened!
  })
  beforeEach(async () => {
    server = await openMailServer()
    clock = seven - 60 * minute
    reader.adopt(editionOf('2026-07-22'))
    account = await person('ada@example.com')
    await subscribeMorning(state, { account, ...when, next_at: nextMorning(clock, when) }, { now: clock })
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await server.close()
  })

  async function person(email: string): Promise<string> {
    const made = await createPerson(state, { email, password: null }, { now: 1 })
    if (made === 'taken') throw new Error(made)
    await state.db.updateTable('person').set({ proved_at: 1 }).where('account', '=', made.id).execute()
    return made.id
  }

  /** A process that sends. */
  function sender(holder = 'one') {
    const mail = openMail({ server: server.url, from: 'briefings@example.org' })
    const mornings = openMornings({ state, reader, mail, origin, holder, log: { warn: () => {} }, now: () => clock })
    closing.push(
      () => mornings.close(),
      () => mail.close(),
    )
    return mornings
  }
  const plain = (at = 0) => server.taken[at]!.message.replaceAll('=\n', '').replaceAll('=3D', '=').replaceAll('=20', ' ')

  test('comes at the local hour, once a day, with what the plan reads and a link that ends it', async () => {
    const { look } = sender()
    await look()
    expect(server.taken).toEqual([])
    clock = seven
    await look()
    await look()
    clock += 3 * 60 * minute
    await look()
    expect(server.taken.map(({ from, to }) => [from, to])).toEqual([['briefings@example.org', ['ada@example.com']]])
    const text = plain()
    expect(text).toContain('Subject: Market Briefing, 2026-07-23')
    expect(text).toContain(`BTC Pulse: rising\nA headline & more\nA <change>.\n${origin}/api/btc/pulse?format=html`)
    expect(text).toContain('A headline &#38; more<br>A &#60;change&#62;.')
    expect(text).not.toMatch(/STALE|SAMPLE|of Basic|of Pro/)
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [, token] = /^List-Unsubscribe:\s+<https:\/\/briefings\.example\/unsubscribe\?token=([^>]+)>/m.exec(text)!
    expect(await accountOfToken(state, token!)).toBe(account)
    expect(await accountOfToken(state, `${token!.slice(0, -1)}${token!.endsWith('A') ? 'B' : 'A'}`)).toBeNull()
    clock = seven + 24 * 60 * minute
    reader.adopt(editionOf('2026-07-23'))
    await look()
    expect(server.taken).toHaveLength(2)
  })

  test('of several processes that look at the same time one sends it, and another does after one that was killed', async () => {
    clock = seven
    await Promise.all([sender('one').look(), sender('two').look(), sender('three').look()])
    expect(server.taken).toHaveLength(1)
    await state.db
      .updateTable('morning')
      .set({ day: null, next_at: seven, lease_holder: 'killed', lease_until: seven + 10 * minute })
      .execute()
    await sender('four').look()
    expect(server.taken).toHaveLength(1)
    clock = seven + 10 * minute
    await sender('five').look()
    const ids = server.taken.map(({ message }) => /^Message-ID: (.*)$/im.exec(message)![1])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test('is made up for after downtime in the same morning, and not after it', async () => {
    clock = seven + 4 * 60 * minute
    await sender().look()
    expect(server.taken).toHaveLength(1)
    // the next day from noon on
    clock = seven + 29 * 60 * minute
    await sender().look()
    expect(server.taken).toHaveLength(1)
    expect(new Date((await morningOf(state, account))!.next_at).toISOString()).toBe('2026-07-25T06:00:00.000Z')
  })

  test('says first that an edition is stale, or of samples', async () => {
    clock = seven
    reader.adopt(editionOf('2026-07-20', true))
    await sender().look()
    const text = plain()
    expect(text).toContain('Subject: Market Briefing, 2026-07-23 (STALE DATA) (SAMPLE DATA)')
    expect(text.indexOf('STALE DATA: this edition is of 2026-07-20.')).toBeLessThan(text.indexOf('BTC Pulse'))
    expect(text).toContain('SAMPLE DATA: invented')
  })

  test('follows the plan of its account, and stops with its suspension and its end', async () => {
    clock = seven
    await changeAccount(state, account, { plan: 'pro' }, { now: clock })
    await sender().look()
    expect(plain()).toMatch(/of Basic[\s\S]*of Pro/)
    clock += 24 * 60 * minute
    await changeAccount(state, account, { suspended_at: clock }, { now: clock })
    await sender().look()
    expect(await deleteAccount(state, account, { now: clock })).toBe(true)
    expect([server.taken.length, await morningOf(state, account)]).toEqual([1, null])
  })

  test('a refusal for good suspends it until the person subscribes again, one for now is tried again', async () => {
    clock = seven
    server.refuses = true
    server.refusal = '451 later'
    await sender().look()
    expect(await morningOf(state, account)).toMatchObject({ refused_at: null, day: null, next_at: seven + 5 * minute })
    clock += 5 * minute
    server.refusal = '554 never'
    await sender().look()
    expect(await morningOf(state, account)).toMatchObject({ refused_at: clock, day: null })
    server.refuses = false
    clock += 24 * 60 * minute
    await sender().look()
    expect(server.taken).toEqual([])
    expect((await listAudit(state, { account })).map(({ what }) => what)).toContain('morning.refused')
    await subscribeMorning(state, { account, ...when, next_at: clock }, { now: clock })
    await sender().look()
    expect(server.taken).toHaveLength(1)
  })

  test('a person who changes the hour while it is sent gets no second one that day', async () => {
    clock = seven
    const mail = {
      send: async () => {
        sent += 1
        await subscribeMorning(state, { account, zone: 'Europe/London', hour: 8, next_at: seven + 60 * minute }, { now: clock })
      },
      close: () => {},
    }
    let sent = 0
    const mornings = openMornings({ state, reader, mail, origin, holder: 'one', log: { warn: () => {} }, now: () => clock })
    closing.push(() => mornings.close())
    await mornings.look()
    expect(await morningOf(state, account)).toMatchObject({ hour: 8, next_at: seven + 60 * minute, day: '2026-07-23' })
    clock += 60 * minute
    await mornings.look()
    expect([sent, (await morningOf(state, account))!.next_at]).toEqual([1, seven + 25 * 60 * minute])
  })

  test('waits for an edition', async () => {
    clock = seven
    reader.adopt(null as never)
    await sender().look()
    expect(server.taken).toEqual([])
    reader.adopt(editionOf('2026-07-22'))
    clock += 5 * minute
    await sender().look()
    expect(server.taken).toHaveLength(1)
  })
})
