const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether messages may be posted there: over https, or without it to this machine, and without a password in the address. */
export function isWebhookAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))
}
