import { isOpenAddress } from '../http/hide-secrets.ts'

/** What happened, for people: read from the record that every other receiver gets as it stands. */
export interface ChatMessage {
  readonly title: string
  /** Type of the event. */
  readonly type: string
  /** Where to read it; null where nothing is to be read. */
  readonly link: string | null
  /** RFC 3339 UTC. */
  readonly at: string
}

/** How messages to an address are written. */
interface Format {
  readonly title: string
  /** Whether the address carries a secret, so that nobody is shown it whole. */
  readonly secret: boolean
  /** What an address of this format lacks, for whoever registers it; null where nothing. */
  lacks(url: URL): string | null
  /** The JSON that is posted; null for the record as it stands. */
  body(message: ChatMessage, url: URL): object | null
}

const nothing = () => null
const entities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const markdown = (text: string) => text.replace(/[\\`*_~|<>#@:()[\]-]/g, '\\$&')
const telegramPath = /^\/bot[^/]+\/sendMessage$/

/** One row each: API, settings, command and description follow. */
export const webhookFormats = {
  standard: { title: 'JSON, signed', secret: false, lacks: nothing, body: nothing },
  slack: {
    title: 'Slack',
    secret: true,
    lacks: nothing,
    body: ({ title, type, link }) => ({
      text: entities(title),
      blocks: [
        { type: 'section', text: { type: 'plain_text', text: title, emoji: false } },
        { type: 'context', elements: [{ type: 'mrkdwn', text: link === null ? type : `${type}: <${entities(link)}|read it>` }] },
      ],
    }),
  },
  discord: {
    title: 'Discord',
    secret: true,
    lacks: nothing,
    body: ({ title, type, link, at }) => ({
      content: markdown(title),
      allowed_mentions: { parse: [] },
      embeds: [{ description: markdown(type), timestamp: at, ...(link === null ? {} : { title: 'Read it', url: link }) }],
    }),
  },
  telegram: {
    title: 'Telegram',
    secret: true,
    lacks: ({ pathname, searchParams }) =>
      telegramPath.test(pathname) && searchParams.has('chat_id')
        ? null
        : 'This is not an address of Telegram. Set url to https://api.telegram.org/botTOKEN/sendMessage?chat_id=CHAT.',
    body: ({ title, type, link }, { searchParams }) => ({
      chat_id: searchParams.get('chat_id'),
      text: `<b>${entities(title)}</b>\n${link === null ? entities(type) : `<a href="${entities(link).replaceAll('"', '&quot;')}">${entities(type)}</a>`}`,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    }),
  },
} as const satisfies Readonly<Record<string, Format>>

export type WebhookFormat = keyof typeof webhookFormats
export const formatNames = Object.keys(webhookFormats) as WebhookFormat[]

/** Characters of a title that every platform takes. */
const longest = 250

/** What is posted to an address: the record, or what its platform shows of it. */
export function webhookBody(format: WebhookFormat, url: string, record: string, message: () => ChatMessage): string {
  const { body }: Format = webhookFormats[format]
  if (body === nothing) return record
  const shown = message()
  return JSON.stringify(body({ ...shown, title: [...shown.title].slice(0, longest).join('') }, new URL(url)))
}

/**
 * An address as it is shown and listed: where it carries or may carry a secret, whatever its format, its host and its last characters, which tell
 * it from others.
 */
export function shownAddress(format: WebhookFormat, url: string): string {
  return webhookFormats[format].secret || !isOpenAddress(url) ? `${new URL(url).origin}/…${url.slice(-4)}` : url
}
