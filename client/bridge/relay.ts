/** A message of JSON-RPC, as far as a relay looks into it. */
type Message = Readonly<Record<string, unknown>>

export interface RelayParts {
  /** Address of the MCP endpoint. */
  readonly url: string
  readonly userAgent: string
  readonly fetch: typeof fetch
  /** The key to send; null for none. */
  key(): string | null
  /** Called if the server requires a key, or rejected this one; resolves to an instruction for the person, or null. */
  needKey(rejected: string | null): Promise<string | null>
}

const serverError = -32_000

/** Sends a line of the agent to the server, and gives the lines of the answer: none to a notification. Never rejects. */
export async function relayLine(line: string, parts: RelayParts): Promise<string[]> {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return [failure(null, 'The line is not JSON.', -32_700)]
  }
  const ids = requestIds(message)
  const attached = parts.key()
  try {
    const response = await parts.fetch(parts.url, {
      method: 'POST',
      headers: headersOf(message, attached, parts.userAgent),
      body: JSON.stringify(message),
      redirect: 'error',
    })
    const text = await response.text()
    if (ids.length === 0) return []
    const answers = answersIn(text)
    if (answers === null) return ids.map((id) => failure(id, `The server answered HTTP ${response.status} without a message.`))
    const renewal = response.status === 401 && attached !== null ? await parts.needKey(attached) : null
    const instructed = answers.map((answer) => (renewal === null ? withInstruction(answer, parts) : withRenewal(answer, renewal)))
    return (await Promise.all(instructed)).map((answer) => JSON.stringify(answer))
  } catch {
    return ids.map((id) => failure(id, `${new URL(parts.url).origin} does not answer. Check the address and retry.`))
  }
}

/** Headers of a request. Those that repeat parts of the body are for the revision 2026-07-28, which requires them. */
function headersOf(message: unknown, attached: string | null, userAgent: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'user-agent': userAgent,
    ...(attached === null ? {} : { authorization: `Bearer ${attached}` }),
    ...repeated(message),
  }
}

function repeated(message: unknown): Record<string, string> {
  if (!isMessage(message) || !isMessage(message['params']) || !isMessage(message['params']['_meta'])) return {}
  const { params } = message
  const version = message['params']['_meta']['io.modelcontextprotocol/protocolVersion']
  if (typeof version !== 'string') return {}
  const subject = params['name'] ?? params['uri']
  return {
    'mcp-protocol-version': version,
    'mcp-method': String(message['method']),
    ...(typeof subject === 'string' ? { 'mcp-name': subject } : {}),
  }
}

/** Puts the instruction for the person before an answer that a key is missing, because the person sees only what the model passes on. */
async function withInstruction(answer: Message, { needKey }: RelayParts): Promise<Message> {
  const { result } = answer
  if (!isMessage(result) || result['isError'] !== true || !Array.isArray(result['content'])) return answer
  const [first, ...rest] = result['content'] as unknown[]
  if (!isMessage(first) || typeof first['text'] !== 'string' || codeIn(first['text']) !== 'AUTH_REQUIRED') return answer
  const instruction = await needKey(null)
  if (instruction === null) return answer
  return { ...answer, result: { ...result, content: [{ ...first, text: `${instruction}\n\n${first['text']}` }, ...rest] } }
}

/** An error about a rejected key gets what the person has to do at its end. */
function withRenewal(answer: Message, instruction: string): Message {
  const { error } = answer
  return isMessage(error) ? { ...answer, error: { ...error, message: `${error['message']} ${instruction}` } } : answer
}

function codeIn(text: string): unknown {
  try {
    return (JSON.parse(text) as Message | null)?.['error']
  } catch {
    return null
  }
}

/** The answers in a body; null where it is anything else, which never reaches the agent. */
function answersIn(text: string): readonly Message[] | null {
  try {
    const body: unknown = JSON.parse(text)
    const list: readonly unknown[] = Array.isArray(body) ? body : [body]
    return list.every((each) => isMessage(each) && ('result' in each || 'error' in each)) ? (list as Message[]) : null
  } catch {
    return null
  }
}

/** Ids of the messages that wait for an answer. */
function requestIds(message: unknown): unknown[] {
  const list: readonly unknown[] = Array.isArray(message) ? message : [message]
  return list.flatMap((each) => (isMessage(each) && 'method' in each && each['id'] !== undefined ? [each['id']] : []))
}

function failure(id: unknown, message: string, code = serverError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
