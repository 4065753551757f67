import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { openMail } from '../../../server/access/mail.ts'
import { closedAfter } from '../../closed-after.ts'
import { edition, type RunningOptions } from '../fixture.ts'
import type { KeyHoldersOptions } from '../key-holders.ts'
import { served } from '../served.ts'

export interface MailServer {
  readonly url: string
  /** What was delivered: the addresses of the envelope, and the message as it was sent. */
  readonly taken: { readonly from: string; readonly to: readonly string[]; readonly message: string }[]
  /** Answers the next messages with an error of its own. */
  refuses: boolean
  /** What it answers then. */
  refusal: string
  close(): Promise<void>
}

/** The link that sets a new password, in a delivered message. */
export const linkIn = (message: string): string =>
  /^http:\S+\/reset\?code=[\w-]{43}$/m.exec(message.replaceAll('=\n', '').replaceAll('=3D', '='))![0]

export const codeIn = (message: string): string => new URL(linkIn(message)).searchParams.get('code')!

/** A server that sends mail, until the tests of the file are over, and the mail it sent. */
export async function servedWithMail(options: RunningOptions = {}, holding: KeyHoldersOptions = {}) {
  const mail = closedAfter(await openMailServer())
  const sends = openMail({ server: mail.url, from: 'briefings@example.org' })
  return { mail, ...(await served(edition({ edition: 'e1' }), options, { mail: sends, ...holding })) }
}

/** A mail server of this machine that takes what it is sent (RFC 5321, as far as a client without extensions goes). */
export async function openMailServer(): Promise<MailServer> {
  const taken: MailServer['taken'] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let from = ''
    let to: string[] = []
    let lines: string[] | null = null
    let rest = ''
    const answer = (text: string) => socket.write(`${text}\r\n`)
    const read = (line: string) => {
      if (lines !== null) {
        if (line !== '.') {
          lines.push(line.replace(/^\./, ''))
          return
        }
        if (!mail.refuses) taken.push({ from, to, message: lines.join('\n') })
        lines = null
        to = []
        answer(mail.refuses ? mail.refusal : '250 taken')
        return
      }
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
      if (/^MAIL FROM/i.test(line)) from = address
      if (/^RCPT TO/i.test(line)) to.push(address)
      if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else if (/^DATA/i.test(line)) {
        lines = []
        answer('354 continue')
      } else answer('250 yes')
    }
    socket.on('data', (bytes) => {
      const whole = `${rest}${bytes.toString('utf8')}`.split('\r\n')
      rest = whole.pop()!
      for (const line of whole) read(line)
    })
    answer('220 test')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refuses: false,
    refusal: '554 not taken',
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await wait(0)
    },
  }
  return mail
}
