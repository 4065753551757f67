import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The message that calls a tool. */
export const callOf = (id: number | string, name: string, given: object = {}, more: object = {}) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: given, ...more },
})

export interface TextResult {
  readonly isError: boolean
  readonly text: string
  readonly data: Record<string, unknown> | undefined
  readonly meta: Record<string, unknown>
}

/** What the tests use of an official client, the same for both. */
export interface McpClient {
  readonly server: { name?: string; title?: string; version?: string } | undefined
  tools(): Promise<
    {
      name: string
      description?: string | undefined
      inputSchema: object
      outputSchema?: object | undefined
      annotations?: object | undefined
    }[]
  >
  prompts(): Promise<{ name: string }[]>
  prompt(name: string): Promise<string>
  resources(): Promise<{ uri: string }[]>
  resource(uri: string): Promise<string>
  call(name: string, given?: Record<string, unknown>): Promise<TextResult>
  close(): Promise<void>
}

const self = { name: 'test-agent', version: '1.0.0' }
const headersOf = (key: string | null) => (key === null ? {} : { authorization: `Bearer ${key}` })

type Connect = (port: number, key?: string | null) => Promise<McpClient>

/** The official client of SDK 2 in one of its eras: with a handshake (2025-11-25 and before), or with an envelope in each request. */
const second =
  (mode: 'legacy' | { pin: string }): Connect =>
  async (port, key = null) => {
    const client = new Client(self, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(addressOf(port), { requestInit: { headers: headersOf(key) } }))
    return wrapped(client as unknown as Official)
  }

/**
 * The folder .ci/mcp installs SDK 1 and the conformance suite in, null where they are not there. They are no dependency of the project: SDK 1
 * brings fifty packages, which npm would count among those of a payment library that can use it.
 */
export const foreignTools = process.env['MCP_TOOLS'] ?? null

/** The official client of SDK 1, which many hosts still have. */
const first: Connect = async (port, key = null) => {
  const load = (file: string) => import(`${foreignTools}/node_modules/@modelcontextprotocol/sdk/dist/esm/client/${file}`)
  const [{ Client: FirstClient }, { StreamableHTTPClientTransport: FirstTransport }] = [
    await load('index.js'),
    await load('streamableHttp.js'),
  ]
  const client = new FirstClient(self)
  await client.connect(new FirstTransport(addressOf(port), { requestInit: { headers: headersOf(key) } }))
  return wrapped(client as Official)
}

export const clients: Readonly<Record<string, Connect>> = {
  'SDK 2 with a handshake': second('legacy'),
  'SDK 2 of 2026-07-28': second({ pin: '2026-07-28' }),
  ...(foreignTools === null ? {} : { 'SDK 1': first }),
}

export const addressOf = (port: number) => new URL(`http://127.0.0.1:${port}/api/mcp`)

/** The answer of a tool, as an official client has it. */
export interface ToolAnswer {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly _meta?: Record<string, unknown>
}

/** What the clients have in common. */
interface Official {
  getServerVersion(): McpClient['server']
  listTools(): Promise<{ tools: Awaited<ReturnType<McpClient['tools']>> }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(asked: { name: string }): Promise<{ messages: { content: { text: string } }[] }>
  listResources(): Promise<{ resources: { uri: string }[] }>
  readResource(asked: { uri: string }): Promise<{ contents: { text: string }[] }>
  callTool(asked: { name: string; arguments: Record<string, unknown> }): Promise<ToolAnswer>
  close(): Promise<void>
}

function wrapped(client: Official): McpClient {
  return {
    server: client.getServerVersion(),
    tools: async () => (await client.listTools()).tools,
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name) => (await client.getPrompt({ name })).messages.map(({ content }) => content.text).join('\n'),
    resources: async () => (await client.listResources()).resources,
    resource: async (uri) => (await client.readResource({ uri })).contents.map(({ text }) => text).join('\n'),
    async call(name, given = {}) {
      const { isError = false, content, structuredContent, _meta = {} } = await client.callTool({ name, arguments: given })
      return { isError, text: content.map(({ text }) => text).join('\n'), data: structuredContent, meta: _meta }
    },
    close: () => client.close(),
  }
}
