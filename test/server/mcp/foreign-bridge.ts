/**
 * The bridge client that many agents use, written from the description of its wire alone: it sends no MCP-Protocol-Version, opens GET after the
 * handshake and accepts 405, takes an AUTH_REQUIRED result apart as JSON, and runs the claim flow by itself. Bridges from 0.4 on also say who
 * they are in two headers.
 */
export type Generation = '0.3' | '0.5'

export interface Frame {
  readonly id: number | string | null
  readonly result?: Record<string, unknown> & {
    readonly isError?: boolean
    readonly content?: readonly { readonly text: string }[]
  }
  readonly error?: { readonly code: number; readonly message: string }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly frame: Frame | null
}

export type End =
  | { readonly kind: 'key'; readonly key: string; readonly body: Record<string, unknown> }
  | { readonly kind: 'ended'; readonly why: string }

/** A key it would save: everything else it refuses. */
const keyForm = /^pr_(?:live|test)_[A-Za-z0-9_-]{16,}$/
const mostFailures = 10

export class ForeignBridge {
  readonly #endpoint: string
  readonly #generation: Generation
  /** How much faster than its own clock it polls. */
  readonly #haste: number
  #id = 0
  key: string | null = null
  polls = 0

  constructor(endpoint: string, generation: Generation, haste: number) {
    this.#endpoint = endpoint
    this.#generation = generation
    this.#haste = haste
  }

  async send(method: string, params: object = {}): Promise<Answer> {
    const id = this.#id++
    const answer = await this.#post({ jsonrpc: '2.0', id, method, params })
    if (answer.frame !== null && answer.frame.id !== id) throw new Error(`answer to ${answer.frame.id}, not ${id}`)
    return answer
  }

  call(name: string, given: object = {}): Promise<Answer> {
    return this.send('tools/call', { name, arguments: given })
  }

  /** Statuses of the handshake: initialize, its notification, and the GET that follows it. */
  async handshake(): Promise<number[]> {
    const clientInfo = { name: 'agent', version: '1.0.0' }
    const { status } = await this.send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    const noted = await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    const opened = await fetch(this.#endpoint, { headers: { accept: 'text/event-stream', ...this.#own() } })
    if (((await opened.json()) as { error: string }).error !== 'METHOD_NOT_ALLOWED') throw new Error('GET says something else')
    return [status, noted.status, opened.status]
  }

  /** Begins a claim where the text of a refused call asks for a key; `show` is given what a person has to open. */
  async claim(refused: string, show: (approveUrl: string, code: string) => Promise<void>): Promise<End> {
    if ((JSON.parse(refused) as { error: string }).error !== 'AUTH_REQUIRED') throw new Error('no key was asked for')
    const asked = await fetch(`${new URL(this.#endpoint).origin}/api/agent/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#own() },
      body: JSON.stringify({ client_name: '@prereason/mcp 0.5.4 (linux)', purpose: 'MCP bridge for agent' }),
    })
    const begun = (await asked.json()) as Record<string, unknown>
    const { claim_code: code, claim_token: token, approve_url: approveUrl, poll } = begun
    if (asked.status !== 201 || typeof code !== 'string' || typeof token !== 'string')
      return { kind: 'ended', why: `no claim: ${asked.status} ${String(begun['error'])}` }
    await show(String(approveUrl), code)
    const { url, interval_seconds: seconds } = poll as { url: string; interval_seconds: number }
    let ends = Date.parse(String(begun['expires_at']))
    for (let failures = 0; failures < mostFailures; ) {
      if (Date.now() >= ends) return { kind: 'ended', why: 'expired' }
      await this.#wait(seconds)
      this.polls++
      const polled = await fetch(url, { headers: { authorization: `Bearer ${token}`, ...this.#own() } })
      if (polled.status === 404) return { kind: 'ended', why: 'unknown' }
      if (polled.status === 429) {
        await this.#wait(Number(polled.headers.get('retry-after')))
        continue
      }
      const body = (await polled.json()) as Record<string, unknown>
      const { status, expires_at: until, api_key: key, retry_after: retryAfter } = body
      if (polled.status !== 200) failures++
      else if (status === 'pending') ends = Date.parse(String(until))
      else if (status !== 'approved') return { kind: 'ended', why: String(status) }
      else if (typeof key === 'string') return this.#keep(key, body)
      else if (retryAfter === undefined) return { kind: 'ended', why: String(body['error']) }
    }
    return { kind: 'ended', why: 'too many failures' }
  }

  #keep(key: string, body: Record<string, unknown>): End {
    if (!keyForm.test(key)) return { kind: 'ended', why: 'a key it would not save' }
    this.key = key
    return { kind: 'key', key, body }
  }

  #own(): Record<string, string> {
    return this.#generation === '0.3'
      ? {}
      : { 'user-agent': 'prereason-mcp/0.5.4 node/20.20.2 (linux)', 'x-prereason-client': 'agent' }
  }

  async #post(message: object): Promise<Answer> {
    const response = await fetch(this.#endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(this.key === null ? {} : { authorization: `Bearer ${this.key}` }),
        ...this.#own(),
      },
      body: JSON.stringify(message),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, frame: text === '' ? null : (JSON.parse(text) as Frame) }
  }

  #wait(seconds: number): Promise<void> {
    return new Promise((done) => setTimeout(done, (1_000 * seconds) / this.#haste))
  }
}
