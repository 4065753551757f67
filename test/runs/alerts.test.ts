import { createHmac } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runAlertCommand } from '../../activities/runs/alert-command.ts'
import { type Alert, type AlertChannel, notifyAlertChannels } from '../../activities/runs/alerts.ts'
import { changeRunsState, type RunRecord, readRunsState, runsStateAfter } from '../../activities/runs/runs-state.ts'
import { alertChannels } from '../../cli/deps.ts'
import { readSettings } from '../../cli/settings.ts'
import { postWebhook } from '../../pipeline/http/webhook.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { folderOfTests } from '../closed-after.ts'
import { quiet } from '../end-to-end/home.ts'
import { type Arrived, openReceiver } from '../server/webhooks/receiver.ts'

const folder = await folderOfTests()

let count = 0
/** A run that ended; of one feed, read well or not. */
function ended(status: RunRecord['status'], feed?: { good: number; bad: number }): RunRecord {
  const id = `run-${++count}`
  const at = new Date(Date.UTC(2026, 10, 20, count)).toISOString()
  const error =
    status === 'failed' || (feed?.bad ?? 0) > 0
      ? { error_code: 'DOWN', error: 'nobody answers' }
      : { error_code: null, error: null }
  const counts = { recordings: feed?.good ?? 0, refused: 0, rejected: 0, failures: feed?.bad ?? 0, bytes: 0, rows: 0 }
  return {
    ...{ id, kind: 'refresh', trigger: 'fred-morning', host: 'in-process', feeds: 'live', status, edition: null },
    ...{ logical_at: at, began_at: at, ended_at: at, seconds: 0 },
    ...counts,
    ...error,
    by_feed: feed === undefined ? [] : [{ feed: 'fred-graph', upstream: 'fred', requests: 1, seconds: 0, ...counts, ...error }],
  } as RunRecord
}

/** A home in which runs end; gives what each told. */
function toldBy(name: string, send?: (alert: Alert) => Promise<void>) {
  const blobs = folderBlobs(join(folder, name))
  const told: Alert[] = []
  const channel: AlertChannel = {
    name: 'command',
    send: async (alert) => {
      await send?.(alert)
      told.push(alert)
    },
  }
  return {
    blobs,
    async end(record: RunRecord): Promise<Alert[]> {
      await changeRunsState(blobs, (state) => runsStateAfter(state, record))
      await notifyAlertChannels({ blobs, clock: () => 0, alerts: [channel] }, record.id, quiet)
      return told.splice(0)
    },
  }
}

describe('an operator is told once', () => {
  test('when a field of a feed changes, and when the notice ends', async () => {
    const { blobs, end } = toldBy('contracts')
    const change = {
      since: '2026-11-20T10:00:00Z',
      text: 'field DATE is missing (was text) since 2026-11-20T10:00:00Z in a.example/x',
    }
    await changeRunsState(blobs, (state) => ({ ...state, drift: { 'fred-graph DATE': change } }))
    expect(await end(ended('ok'))).toMatchObject([
      {
        event: 'failed',
        failed: [{ what: 'contract', name: 'fred-graph DATE', code: 'CONTRACT_DRIFT', ...change }],
        text: `Market Briefing: contract fred-graph DATE changed: CONTRACT_DRIFT: ${change.text}`,
      },
    ])
    expect(await end(ended('ok'))).toEqual([])
    await changeRunsState(blobs, (state) => ({ ...state, drift: {} }))
    expect(await end(ended('ok'))).toMatchObject([
      { event: 'recovered', text: `Market Briefing: contract fred-graph DATE is settled (changed since ${change.since})` },
    ])
  })

  test('when a run begins to fail, and when it recovers; a cancelled run says nothing', async () => {
    const { end } = toldBy('runs')
    expect(await end(ended('ok'))).toEqual([])
    const first = ended('failed')
    expect(await end(first)).toMatchObject([
      {
        event: 'failed',
        run: first.id,
        failed: [{ what: 'run', name: 'refresh fred-morning', code: 'DOWN', since: first.ended_at }],
        recovered: [],
        text: 'Market Briefing: run refresh fred-morning failed: DOWN: nobody answers',
      },
    ])
    expect(await end(ended('failed'))).toEqual([])
    expect(await end(ended('cancelled'))).toEqual([])
    expect(await end(ended('partial'))).toMatchObject([
      { event: 'recovered', failed: [], recovered: [{ what: 'run', name: 'refresh fred-morning', since: first.ended_at }] },
    ])
    expect(await end(ended('ok'))).toEqual([])
  })

  test('when nothing of a feed could be read, and when something could; not when one of its requests fails', async () => {
    const { end, blobs } = toldBy('feeds')
    const feed = async () => (await readRunsState(blobs)).feeds['fred-graph']
    expect(await end(ended('partial', { good: 3, bad: 1 }))).toEqual([])
    expect(await feed()).toMatchObject({ down_since: null, last_error: { code: 'DOWN' } })
    const first = ended('partial', { good: 0, bad: 2 })
    expect(await end(first)).toMatchObject([
      { event: 'failed', failed: [{ what: 'feed', name: 'fred-graph', code: 'DOWN', text: 'nobody answers' }] },
    ])
    expect(await end(ended('partial', { good: 0, bad: 2 }))).toEqual([])
    expect(await feed()).toMatchObject({ down_since: first.logical_at })
    // a run that asks it nothing proves nothing
    expect(await end(ended('ok', { good: 0, bad: 0 }))).toEqual([])
    expect(await end(ended('ok', { good: 1, bad: 0 }))).toMatchObject([
      { event: 'recovered', recovered: [{ what: 'feed', name: 'fred-graph' }] },
    ])
  })

  test('after the next run, where it could not be delivered', async () => {
    let reachable = false
    const { end } = toldBy('undelivered', async () => {
      if (!reachable) throw new Error('not now')
    })
    expect(await end(ended('failed'))).toEqual([])
    reachable = true
    expect(await end(ended('failed'))).toMatchObject([{ event: 'failed' }])
    expect(await end(ended('failed'))).toEqual([])
  })

  test('and a step that is repeated counts a run once', async () => {
    const { blobs } = toldBy('repeated')
    const record = ended('failed')
    for (let times = 0; times < 3; times++) await changeRunsState(blobs, (state) => runsStateAfter(state, record))
    expect((await readRunsState(blobs)).counts).toEqual({ refresh: { failed: 1 } })
  })
})

const alert: Alert = {
  run: 'run-0',
  at: '2026-11-20T22:00:00Z',
  event: 'failed',
  text: 'Market Briefing: feed fred-graph failed',
  failed: [{ what: 'feed', name: 'fred-graph', since: '2026-11-20T22:00:00Z', code: 'DOWN', text: 'nobody answers' }],
  recovered: [],
}

async function program(name: string, lines: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${lines}\n`)
  await chmod(path, 0o700)
  return path
}

describe('the alert command', () => {
  const env = { PATH: process.env['PATH'] ?? '' }

  test('gets the alert on standard input and in its environment, and nothing of ours', async () => {
    const out = join(folder, 'out')
    await runAlertCommand({ program: await program('tell', `cat > ${out}; env > ${out}.env`), env }, alert)
    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual(alert)
    const variables = (await readFile(`${out}.env`, 'utf8')).split('\n').map((line) => line.split('=')[0])
    expect(variables).toEqual(expect.arrayContaining(['ALERT_EVENT', 'ALERT_RUN', 'ALERT_TEXT', 'PATH']))
    expect(variables.filter((name) => !/^(ALERT_|PATH$|PWD$|OLDPWD$|SHLVL$|_$|$)/.test(name!))).toEqual([])
  })

  test('takes no shell: its text is the name of one program', async () => {
    const planted = join(folder, 'planted')
    await expect(runAlertCommand({ program: `touch ${planted}; true`, env }, alert)).rejects.toMatchObject({
      code: 'ALERT_COMMAND',
      message: 'the alert command could not be started (ENOENT)',
    })
    await expect(readFile(planted)).rejects.toThrow()
  })

  test('that fails, or does not read what it is given, or takes too long, ends nothing but itself', async () => {
    const fails = runAlertCommand({ program: await program('fails', 'exit 3'), env }, alert)
    await expect(fails).rejects.toMatchObject({ message: 'the alert command ended with code 3' })
    await runAlertCommand({ program: await program('deaf', 'exec <&-; exit 0'), env }, alert)
    const pid = join(folder, 'pid')
    const slow = await program('slow', `sleep 600 & echo $! > ${pid}.new; mv ${pid}.new ${pid}; wait`)
    let alarm = () => {}
    const timer = {
      after: (_: number, late: () => void) => {
        alarm = late
        return () => {}
      },
    }
    const killed = runAlertCommand({ program: slow, env, timer }, alert).catch((error: Error) => error.message)
    await expect.poll(() => readFile(pid, 'utf8').catch(() => ''), { timeout: 30_000 }).not.toBe('')
    alarm()
    expect(await killed).toBe('the alert command took longer than 10 s and was killed')
    const child = Number(await readFile(pid, 'utf8'))
    await expect.poll(() => isAlive(child), { timeout: 30_000 }).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('the alert webhook', () => {
  /** A receiver that answers each message with the next of these statuses, the last one for good. */
  async function receiver(...statuses: number[]) {
    const opened = await openReceiver(() => {
      const code = statuses[Math.min(opened.arrived.length, statuses.length) - 1]!
      return (response) => response.writeHead(code, code === 302 ? { location: '/elsewhere' } : {}).end('thanks')
    })
    return { ...opened, url: `${opened.url}/hook/T0K3N` }
  }
  const secret = 'a secret of at least 32 characters'
  const send = (url: string) => postWebhook({ url, secret, clock: () => 1_795_000_000_000, waitsMs: [1, 1] }, 'run-0', alert)

  test('is sent the alert as JSON, signed', async () => {
    const { arrived, url, close } = await receiver(204)
    await send(url)
    await close()
    const [{ headers, body, path }] = arrived as [Arrived]
    expect([path, JSON.parse(body), arrived.length]).toEqual(['/hook/T0K3N', alert, 1])
    const signature = createHmac('sha256', secret).update(`run-0.1795000000.${body}`).digest('base64')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'run-0',
      'webhook-timestamp': '1795000000',
      'webhook-signature': `v1,${signature}`,
    })
  })

  test('is tried again a few times while it fails, under the same id', async () => {
    const { arrived, url, close } = await receiver(500, 429, 200)
    await send(url)
    await close()
    expect(arrived.map(({ headers }) => headers['webhook-id'])).toEqual(['run-0', 'run-0', 'run-0'])
    const down = await receiver(503)
    await expect(send(down.url)).rejects.toMatchObject({
      code: 'WEBHOOK_FAILED',
      message: expect.stringMatching(/answered 503$/),
    })
    await down.close()
    expect(down.arrived).toHaveLength(3)
  })

  test('is not followed elsewhere, and its address is named nowhere', async () => {
    const { arrived, url, close } = await receiver(302)
    const error = await send(url).catch((failure: Error) => failure)
    await close()
    expect(error).toMatchObject({ code: 'WEBHOOK_FAILED', message: expect.stringMatching(/answered 302$/) })
    expect(JSON.stringify([error, (error as Error).message])).not.toContain('T0K3N')
    expect(arrived.map(({ path }) => path)).toEqual(['/hook/T0K3N'])
    await expect(send(url)).rejects.toMatchObject({ message: expect.stringMatching(/failed \(ECONNREFUSED\)$/) })
  })

  test.each(['http://example.org/hook', 'https://user:password@example.org/', 'file:///etc/passwd', 'hook'])(
    'is refused before anything is sent: %s',
    async (url) => {
      await expect(send(url)).rejects.toMatchObject({ code: 'WEBHOOK_ADDRESS' })
      expect(() => readSettings({ ALERT_WEBHOOK: url })).toThrow(/^ALERT_WEBHOOK must be an https URL/)
    },
  )

  test('and command are the channels that the settings name', () => {
    const names = (env: Record<string, string>) => alertChannels(readSettings(env)).map(({ name }) => name)
    expect(names({})).toEqual([])
    const both = { ALERT_COMMAND: '/usr/local/bin/page-me', ALERT_WEBHOOK: 'https://hooks.example.org/x' }
    expect(names(both)).toEqual(['command', 'webhook'])
  })
})
