import type { Transporter } from 'nodemailer'

export interface MailSettings {
  /** `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://` where the connection is encrypted from the beginning. */
  readonly server: string
  /** Address that mail comes from. */
  readonly from: string
}

export interface Message {
  /** One address, as `emailOf` gives it. */
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mail {
  /** Hands a message to the mail server. Rejects where that does not take it within half a minute. */
  send(message: Message): Promise<void>
  close(): void
}

const waitMs = 30_000

/**
 * Mail by SMTP. A connection to another machine is encrypted before anything is sent: a server that offers no encryption is refused. The
 * library is loaded with the first message.
 */
export function openMail({ server, from }: MailSettings): Mail {
  const { hostname } = new URL(server)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  let transport: Promise<Transporter> | null = null
  const opened = () =>
    import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: server,
        requireTLS: !isHere,
        connectionTimeout: waitMs,
        greetingTimeout: waitMs,
        socketTimeout: waitMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    )
  return {
    async send({ to, subject, text }) {
      transport ??= opened()
      // the envelope decides who gets it: an address with a comma would else be read as two
      await (await transport).sendMail({ envelope: { from, to: [to] }, from, to: { name: '', address: to }, subject, text })
    },
    close() {
      void transport?.then((each) => each.close())
    },
  }
}
