import { randomUUID } from 'node:crypto'
import { platform } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { awaitKey, type ClaimParts, createClaim, type PendingClaim } from './claim.ts'
import { dropKey, keyFilePath, readKey, saveKey } from './key-file.ts'
import { relayLine } from './relay.ts'

export interface BridgeOptions {
  /** Address of the server, such as https://briefings.example. */
  readonly server: string
  readonly version: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: Readable
  readonly output: Writable
  /** Tells the person something; an agent never reads it. */
  tell(line: string): void
  readonly parts?: Partial<ClaimParts>
}

const name = 'market-briefing-mcp'

/** The server to connect to, by what was typed or set; null where that is not a URL of HTTP. */
export function serverOf(typed: string | undefined, env: BridgeOptions['env']): string | null {
  const server = typed ?? (env['BRIEFING_URL'] || `http://127.0.0.1:${env['BRIEFING_PORT'] || 8402}`)
  return URL.canParse(server) && /^https?:$/.test(new URL(server).protocol) ? server : null
}

/** What an agent that speaks stdio uses of a server that speaks HTTP: stdout carries nothing but messages of the protocol. */
export class Bridge {
  readonly #options: BridgeOptions
  readonly #origin: string
  readonly #place: string
  readonly #parts: ClaimParts
  #key: string | null = null
  /** Set by the person in the environment: it is never replaced. */
  #isGiven = false
  #claim: Promise<PendingClaim | string> | null = null
  /** Why no other claim is begun: a person who said no is not asked with every call. */
  #refusal: string | null = null
  #isAwaited = false
  #ended: Promise<boolean> = Promise.resolve(false)

  constructor(options: BridgeOptions) {
    const { server, env, parts } = options
    this.#options = options
    this.#origin = new URL(server).origin
    this.#place = keyFilePath(this.#origin, env)
    this.#parts = {
      fetch,
      now: Date.now,
      // an agent that has left waits for no approval
      wait: (ms) => new Promise((resolve) => (this.#isAwaited ? setTimeout(resolve, ms) : setTimeout(resolve, ms).unref())),
      newId: randomUUID,
      ...parts,
    }
  }

  /** Relays, or asks for a key, or deletes the saved one; false where no key was granted. Throws where a saved key cannot be used. */
  async start({ login, logout }: { login?: boolean | undefined; logout?: boolean | undefined }): Promise<boolean> {
    if (login) return this.login()
    await (logout ? this.logout() : this.run())
    return true
  }

  /** Relays lines until the agent closes its side, and answers what is under way first. */
  async run(): Promise<void> {
    await this.#findKey()
    const { input, output, version } = this.#options
    const parts = {
      url: `${this.#origin}/api/mcp`,
      userAgent: `${name}/${version} node/${process.versions.node} (${platform()})`,
      fetch: this.#parts.fetch,
      key: () => this.#key,
      needKey: (rejected: string | null) => this.#needKey(rejected),
    }
    const underWay = new Set<Promise<void>>()
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === '') continue
      const sending = relayLine(line, parts).then((answers) => {
        for (const answer of answers) output.write(`${answer}\n`)
        underWay.delete(sending)
      })
      underWay.add(sending)
    }
    await Promise.all(underWay)
  }

  /** Asks for access now and waits for the person; whether a key was saved. */
  async login(): Promise<boolean> {
    await this.#findKey()
    if (this.#key !== null) {
      this.#options.tell(this.#isGiven ? 'BRIEFING_API_KEY is set: nothing to do.' : `A key is saved in ${this.#place}.`)
      return true
    }
    this.#isAwaited = true
    await this.#begin()
    return this.#ended
  }

  async logout(): Promise<void> {
    const was = await dropKey(this.#place)
    this.#options.tell(
      was ? `Deleted ${this.#place}. The key itself works until it is revoked.` : `No key is saved in ${this.#place}.`,
    )
  }

  async #findKey(): Promise<void> {
    const given = this.#options.env['BRIEFING_API_KEY']
    this.#isGiven = Boolean(given)
    this.#key = given || ((await readKey(this.#place, this.#origin))?.api_key ?? null)
  }

  /**
   * What the person has to do for a key, null where there is nothing to do. A claim begins with the first call that needs one.
   *
   * @param rejected the key the server did not take, null where none was sent
   */
  async #needKey(rejected: string | null): Promise<string | null> {
    // meanwhile another key has come, or the person has to set another
    if (this.#isGiven || rejected !== this.#key) return null
    if (rejected !== null) {
      // another bridge of this person may have been given a new one
      const saved = (await readKey(this.#place, this.#origin))?.api_key ?? null
      this.#key = saved === rejected ? null : saved
      if (this.#key !== null) return 'A newer key is saved on this computer. Call the tool again.'
      await dropKey(this.#place)
    }
    if (this.#refusal !== null) return this.#refusal
    const claim = await this.#begin()
    if (typeof claim === 'string') return `No key could be requested: ${claim}`
    return `A person must approve access: ask them to open ${claim.approveUrl} and to check that the page shows the code ${claim.code}. The key then arrives by itself; call the tool again afterwards.`
  }

  #begin(): Promise<PendingClaim | string> {
    this.#claim ??= this.#request()
    return this.#claim
  }

  async #request(): Promise<PendingClaim | string> {
    const { version, tell } = this.#options
    const about = {
      client_name: `${name} ${version} (${platform()})`,
      purpose: 'MCP bridge on this computer',
      client_version: version,
    }
    const claim = await createClaim(this.#origin, about, this.#parts)
    if (typeof claim === 'string') {
      tell(claim)
      this.#claim = null
      return claim
    }
    tell(`${this.#origin} needs a key. Open ${claim.approveUrl} and approve the request with the code ${claim.code}.`)
    this.#ended = this.#finish(claim)
    return claim
  }

  async #finish(claim: PendingClaim): Promise<boolean> {
    const { tell } = this.#options
    const end = await awaitKey(claim, this.#parts)
    this.#claim = null
    if (end.kind === 'expired') {
      tell('No key: the link expired before the request was approved. The next call that needs a key begins a new request.')
      return false
    }
    if (end.kind === 'refused') {
      this.#refusal = `No key was granted: ${end.why}. Restart this MCP server to request a key once more, or set BRIEFING_API_KEY.`
      tell(this.#refusal)
      return false
    }
    this.#key = end.key
    const saved = { origin: this.#origin, api_key: end.key, key_name: end.name, claim_code: claim.code }
    try {
      await saveKey(this.#place, { ...saved, saved_at: new Date(this.#parts.now()).toISOString() })
      tell(`Access was approved. The key is saved in ${this.#place}.`)
    } catch {
      tell(`Access was approved for now, but the key could not be saved in ${this.#place}. Check that the folder can be written.`)
    }
    return true
  }
}
