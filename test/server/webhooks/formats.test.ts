import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { type ChatMessage, formatNames, shownAddress, webhookBody } from '../../../server/delivery/formats.ts'
import { hideSecrets } from '../../../server/http/hide-secrets.ts'
import { listAudit } from '../../../server/state/audit.ts'
import { closedAfter } from '../../closed-after.ts'
import { changed } from '../events/made.ts'
import { type Answer, edition, fakeReader, posted, running } from '../fixture.ts'
import { keyHolders } from '../key-holders.ts'
import { closedAfterTest, served } from '../served.ts'
import addresses from './formats.json' with { type: 'json' }
import { openReceiver, until } from './receiver.ts'

const origin = 'https://briefings.example'
const reader = fakeReader(edition({ edition: 'e1' }))
const receiver = closedAfter(await openReceiver())
const holding = { perHour: 10_000, perDay: 10_000, webhooks: { reader, local: true, origin } }
const { holders, server } = await served(undefined, { now: Date.now }, holding)

const json = ({ text }: Answer) => JSON.parse(text)
const call = (method: string, path: string, body?: object) =>
  server.get(path, {
    method,
    headers: { authorization: `Bearer ${holders.keys.pro}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const secretPath = '/bot123456:AAE-secretsecretsecretsecretsecret/sendMessage?chat_id=-100777'

const evil: ChatMessage = {
  title: `<!channel> @everyone **A** & [b](http://evil) ${'x'.repeat(600)}`,
  type: 'company.news',
  link: `${origin}/api/context?briefing=btc.pulse&format=html`,
  at: '2026-07-23T06:00:05Z',
}
const bodyOf = (format: (typeof formatNames)[number]) =>
  webhookBody(format, `https://a.example${secretPath}`, '{"id":"1"}', () => evil)

test('each platform shows the text of a stranger as text, mentions nobody, and is sent no more than it takes', () => {
  expect(bodyOf('standard')).toBe('{"id":"1"}')
  const slack = JSON.parse(bodyOf('slack'))
  expect(slack.text).toContain('&lt;!channel&gt; @everyone **A** &amp; [b]')
  expect(slack.blocks[0].text).toMatchObject({ type: 'plain_text', emoji: false })
  expect(slack.blocks[1].elements[0].text).toContain('briefing=btc.pulse&amp;format=html|read it>')
  const discord = JSON.parse(bodyOf('discord'))
  expect(discord.allowed_mentions).toEqual({ parse: [] })
  expect(discord.content).toContain('\\<!channel\\> \\@everyone \\*\\*A\\*\\* & \\[b\\]\\(http\\://evil\\)')
  expect(discord.embeds[0]).toMatchObject({ url: evil.link, timestamp: evil.at })
  const telegram = JSON.parse(bodyOf('telegram'))
  expect(telegram).toMatchObject({ chat_id: '-100777', parse_mode: 'HTML' })
  expect(telegram.text).toContain('<b>&lt;!channel&gt; @everyone **A** &amp; [b](http://evil)')
  expect(telegram.text.replace(/<\/?(b|a)( href="[^"<>]*")?>/g, '')).not.toMatch(/[<>]/)
  expect([discord.content.length, slack.text.length, telegram.text.length].every((length) => length < 2_000)).toBe(true)
})

test.each(formatNames)(
  'a webhook of format %s gets an event in it, signed, and its address is shown to nobody whole',
  async (format) => {
    receiver.arrived.length = 0
    const url = `${receiver.url}${secretPath}`
    const made = await call('POST', '/api/webhooks', { url, format })
    const { id, secret } = json(made)
    expect([made.status, json(made).format]).toEqual([201, format])
    reader.adopt(edition({ edition: `e-${format}`, events: [changed(1, Date.now() + 1_000)] }))
    await until(() => receiver.arrived.length === 1)
    const { path, headers, body } = receiver.arrived[0]!
    expect(path).toBe(secretPath)
    expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
    expect(body).toContain(
      format === 'standard'
        ? '"briefing":"btc.pulse"'
        : 'BTC Pulse: calm to rising'.replace(':', format === 'discord' ? '\\\\:' : ':'),
    )
    if (format !== 'standard') expect(body).toContain(`${origin}/api/context?briefing=btc.pulse`)
    const listed = (await call('GET', '/api/webhooks')).text
    const audit = JSON.stringify(await listAudit(holders.state, {}))
    const shown = [made.text, listed].join('\n')
    expect(`${shown}${audit}${JSON.stringify(server.lines)}`).not.toContain('secretsecret')
    expect(json(made).url).toBe(`${receiver.url}/…0777`)
    expect((await call('DELETE', `/api/webhooks/${id}`)).status).toBe(200)
  },
)

test('an address that its format cannot be sent to, and a format there is none of, are refused', async () => {
  const lacking = await call('POST', '/api/webhooks', { url: `${receiver.url}/hook`, format: 'telegram' })
  expect([lacking.status, json(lacking)]).toMatchObject([
    400,
    { error: 'VALIDATION_ERROR', field: 'url', hint: expect.stringMatching(/^Set url to https/) },
  ])
  const misspelt = await call('POST', '/api/webhooks', { ulr: `${receiver.url}/hook` })
  expect(json(misspelt)).toMatchObject({ field: 'body', suggestions: ['url'], hint: 'Rename the member to url.' })
  const strange = await call('POST', '/api/webhooks', { url: `${receiver.url}/hook`, format: 'pigeon' })
  expect([strange.status, json(strange)]).toMatchObject([400, { error: 'VALIDATION_ERROR', field: 'format' }])
})

test('the guard stands before every format', async () => {
  const guarded = closedAfterTest(await keyHolders({ webhooks: { reader, local: false } }))
  const strict = closedAfterTest(await running(edition({ edition: 'e1' }), { gate: guarded.gate, now: Date.now }))
  const hook = { url: 'https://169.254.169.254/services', format: 'slack' }
  const answer = await strict.get('/api/webhooks', posted(hook, { authorization: `Bearer ${guarded.keys.pro}` }))
  expect([answer.status, json(answer).error]).toEqual([expect.any(Number), 'WEBHOOK_ADDRESS'])
})

test.each([
  ['https://hooks.slack.com/services/T0/B0/abcdef', 'abcdef'],
  ['https://discord.com/api/webhooks/123/abcdef-x', 'abcdef'],
  ['https://api.telegram.org/bot123:abcdef_x/sendMessage?chat_id=1', 'abcdef'],
])('%s is logged without its secret', (url, secret) => {
  expect(hideSecrets(`connecting to ${url} failed`)).not.toContain(secret)
  for (const format of formatNames) expect(shownAddress(format, url)).not.toContain(secret)
})

test.each(addresses)('%s, registered without a format, is shown as %s', (url, shown) => {
  expect(shownAddress('standard', url)).toBe(`${new URL(url).origin}/${shown}`)
})

test.each(['https://receiver.example/', 'https://receiver.example/hooks/briefing-2?team=desk'])('%s is shown whole', (url) => {
  expect(shownAddress('standard', url)).toBe(url)
})
