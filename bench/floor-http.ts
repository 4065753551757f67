import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { json, markdown } from './bodies.ts'
import { answerParent } from './child.ts'

/** The floor of serving: bare Koa, a Map from URL to bytes, and no feature beside. */
const answers = new Map([
  [markdown.url, { type: markdown.type, body: markdown.plain }],
  [json.url, { type: json.type, body: json.br }],
])

const app = new Koa()
app.use((ctx) => {
  const answer = answers.get(ctx.url)
  if (answer === undefined) return
  ctx.type = answer.type
  ctx.body = answer.body
})
const server = app.listen(0, '127.0.0.1', () => answerParent((server.address() as AddressInfo).port))
