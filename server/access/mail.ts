import type { Transporter } from 'nodemailer'

export interface MailSettings {
  /** `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://` where the connection is encrypted from the beginning. */
  readonly server: string
  /** Address that mail comes from. */
  readonly from: string
}

export interface MailMessage {
  /** One address, as `validEmail` gives it. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The same for every try of one message. */
  readonly messageId?: string
}

export type Mailer = Omit<ReturnType<typeof openMail>, 'verify'>

/** Whether a mail server refused the recipient or the message for good, rather than this server or for now (RFC 5321, 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { readonly responseCode?: number; readonly command?: string }
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
}

const usualWaitMs = 30_000

/**
 * Mail by SMTP. A connection to another machine is encrypted before anything is sent: a server that offers no encryption is refused. The
 * library is loaded with the first message.
 */
export function openMail({ server, from }: MailSettings, waitMs = usualWaitMs) {
  const { hostname } = new URL(server)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  let transport: Promise<Transporter> | null = null
  const opened = () => {
    transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: server,
        requireTLS: !isHere,
        dnsTimeout: waitMs,
        connectionTimeout: waitMs,
        greetingTimeout: waitMs,
        socketTimeout: waitMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    )
    return transport
  }
  return {
    /** Connects and signs in, and sends nothing. Rejects as `send` does. */
    async verify(): Promise<void> {
      await (await opened()).verify()
    },
    /** Hands a message to the mail server. Rejects where that does not take it within half a minute. */
    async send({ to, ...message }: MailMessage): Promise<void> {
      // the envelope decides who gets it: an address with a comma would else be read as two
      await (await opened()).sendMail({ ...message, envelope: { from, to: [to] }, from, to: { name: '', address: to } })
    },
    close() {
      void transport?.then((each) => each.close())
    },
  }
}
