/** The floor of serving: bare Koa, and the answers that FILE maps from paths. */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import type { Recorded } from './serve.ts'

const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Record<string, Recorded>).map(
    ([path, { status, headers, body }]) => [path, { status, headers, body: Buffer.from(body, 'base64') }],
  ),
)
const app = new Koa()
app.use((ctx) => {
  const answer = answers.get(ctx.url)
  if (answer === undefined) return
  ctx.status = answer.status
  ctx.set(answer.headers)
  ctx.body = answer.body
})
const server = app.listen(0, '127.0.0.1', () =>
  process.send?.({ listening: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
)
process.on('disconnect', () => process.exit())
