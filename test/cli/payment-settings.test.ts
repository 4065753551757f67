import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { paymentsOf } from '../../cli/payments/payments.ts'
import { readSettings, withoutSecrets } from '../../cli/settings.ts'
import { openClock } from '../../server/http/clock.ts'
import type { ServerLog } from '../../server/http/log.ts'
import { openState } from '../../server/state/open.ts'
import { folderOfTests } from '../closed-after.ts'

const evm = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const selling = { PAY_TO_EVM: evm, FACILITATOR_URL: 'https://facilitator.example' }

describe('payment settings', () => {
  test('are none without an address', () => {
    expect(readSettings({}).payments).toBeNull()
    expect(readSettings({ FACILITATOR_URL: 'https://facilitator.example' }).payments).toBeNull()
  })

  test.each<[Record<string, string>, string[]]>([
    [selling, ['base']],
    [{ ...selling, PAY_TO_SOLANA: solana }, ['base', 'solana']],
    [{ ...selling, PAY_NETWORKS: 'base-sepolia' }, ['base-sepolia']],
    [{ ...selling, PAY_TO_SOLANA: solana, PAY_NETWORKS: 'solana-devnet,base' }, ['base', 'solana-devnet']],
  ])('%o: %o', (env, names) => {
    expect(readSettings(env).payments!.networks.map(({ network }) => network.name)).toEqual(names)
  })

  test('bring the RPC of each network', () => {
    const { networks } = readSettings({ ...selling, RPC_BASE: 'https://rpc.example' }).payments!
    expect(networks.map(({ payTo, rpcUrl }) => [payTo, rpcUrl])).toEqual([[evm, 'https://rpc.example']])
  })

  test.each([
    [{ PAY_TO_EVM: evm }, 'FACILITATOR_URL is missing'],
    [{ ...selling, PAY_TO_EVM: '0x12' }, 'PAY_TO_EVM must be'],
    [{ ...selling, PAY_TO_SOLANA: '0x12' }, 'PAY_TO_SOLANA must be'],
    [{ ...selling, PAY_NETWORKS: 'solana' }, 'PAY_TO_SOLANA is missing'],
    [{ ...selling, PAY_NETWORKS: 'dogechain' }, 'PAY_NETWORKS must be'],
    [{ ...selling, FACILITATOR_URL: 'facilitator.example' }, 'FACILITATOR_URL must be'],
    [{ ...selling, MPP_SECRET: 'short' }, 'MPP_SECRET must be'],
    [{ STATE_URL: 'mysql://db.example' }, 'STATE_URL must be'],
    [{ BRIEFING_KEY_PREFIX: 'Not One' }, 'BRIEFING_KEY_PREFIX must be'],
    [{ BRIEFING_URL: 'briefings' }, 'BRIEFING_URL must be'],
    [{ BRIEFING_URL: 'http://0.0.0.0:8402' }, 'BRIEFING_URL must be'],
    [{ BRIEFING_URL: 'http://[::]:8402' }, 'BRIEFING_URL must be'],
  ])('%o: %s', (env, said) => {
    expect(() => readSettings(env)).toThrow(said)
  })
})

const log = { warn: () => {}, info: () => {}, error: () => {}, request: null, flush: async () => {} } satisfies ServerLog

const folder = await folderOfTests()
let stores = 0

/** What is sold of real and of sample documents: the networks; undefined where nothing is. */
async function soldBy(env: Record<string, string>) {
  const state = await openState(join(folder, `${stores++}.sqlite`))
  try {
    const baseUrl = Promise.resolve('https://briefings.example')
    const { real, sample } = await (await paymentsOf({ settings: readSettings(env), baseUrl, log, clock: openClock() }))(state)
    const told = [real, sample].map((payments) => payments?.status().x402.networks.map(({ network }) => network))
    await Promise.all([real?.close(), sample?.close()])
    return told
  } finally {
    await state.close()
  }
}

describe('what is sold', () => {
  test('without settings samples for play money, real documents not at all', async () => {
    expect(await soldBy({})).toEqual([undefined, ['eip155:84532']])
  })

  test('with them real documents, and samples on test networks alone', async () => {
    const unreachable = { ...selling, FACILITATOR_URL: 'http://127.0.0.1:9' }
    expect(await soldBy(unreachable)).toEqual([['eip155:8453'], undefined])
    expect(await soldBy({ ...unreachable, PAY_NETWORKS: 'base-sepolia' })).toEqual([['eip155:84532'], ['eip155:84532']])
  })

  test('an address with a mistyped character is refused', async () => {
    await expect(soldBy({ ...selling, PAY_TO_EVM: evm.replace('fCD6', 'fcD6') })).rejects.toMatchObject({ code: 'PAY_TO' })
  })
})

test.each([
  [{ MAIL_SERVER: 'smtps://user:secret@smtp.example.com' }, 'MAIL_FROM is missing'],
  [{ MAIL_FROM: 'briefings@example.com' }, 'MAIL_SERVER is missing'],
  [{ MAIL_SERVER: 'smtps://smtp.example.com', MAIL_FROM: 'briefings@example.com' }, 'BRIEFING_URL is missing'],
  [{ MAIL_SERVER: 'https://smtp.example.com', MAIL_FROM: 'briefings@example.com' }, 'MAIL_SERVER must be'],
  [{ MAIL_SERVER: 'smtp://smtp.example.com', MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM must be'],
])('mail is set up whole or not at all: %j', (env, message) => {
  expect(() => readSettings(env)).toThrow(message)
})

describe('a URL whose user or password has a reserved character', () => {
  const mail = { MAIL_FROM: 'briefings@example.com', BRIEFING_URL: 'https://briefings.example' }
  const passwords = ['pa/ss', '12/34', 'pa#ss', '12#34', 'pa?ss', '12?34', '50%off', 'a%zz', '9/a@b']

  test.each(passwords)('%s is refused with how to write it, and not repeated', (password) => {
    for (const [setting, start] of [
      ['MAIL_SERVER', 'smtps://user'],
      ['STATE_URL', 'postgres://user'],
      ['RPC_BASE', 'https://user'],
    ] as const) {
      const env = {
        ...selling,
        ...(setting === 'MAIL_SERVER' ? mail : {}),
        [setting]: `${start}:${password}@host.example:2525/x`,
      }
      let message = ''
      try {
        readSettings(env)
      } catch (error) {
        message = String(error)
      }
      expect(message).toContain(`${setting} must be a URL with`)
      expect(message).toContain('/ as %2F')
      expect(message).not.toContain(password)
    }
  })

  test.each(['p/a', 'a@b', 'a:b', 'a#b', 'a?b', '5%'])('%s works percent-encoded', (password) => {
    const server = `smtp://user%40example.com:${encodeURIComponent(password)}@mail.example:2525`
    expect(new URL(readSettings({ ...mail, MAIL_SERVER: server }).mail!.server)).toMatchObject({
      hostname: 'mail.example',
      port: '2525',
    })
  })

  test('is not printed by an error that a library made of it', () => {
    const env = {
      STATE_URL: 'postgres://u:s3cret-pass@db/x',
      RPC_BASE: 'https://rpc.example/v2/0123456789abcdef',
      FACILITATOR_TOKEN: 'tok-1234567',
    }
    const text = 'failed: password s3cret-pass at https://rpc.example/v2/0123456789abcdef with tok-1234567'
    expect(withoutSecrets(text, env)).toBe('failed: password * at * with *')
  })
})

test.each([
  [{ CDP_API_KEY_ID: 'k' }, 'CDP_API_KEY_SECRET is missing'],
  [{ CDP_API_KEY_SECRET: 'k' }, 'CDP_API_KEY_SECRET must be'],
])('a key of CDP is set up whole or not at all: %j', (env, message) => {
  expect(() => readSettings({ ...selling, ...env })).toThrow(message)
})
