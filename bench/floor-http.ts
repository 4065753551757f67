import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, markdown } from './bodies.ts'
import { answerParent } from './child.ts'

/** The floor of serving: node:http, a Map from URL to bytes, and no feature beside. */
const answers = new Map([
  [markdown.url, { type: markdown.type, body: markdown.plain }],
  [json.url, { type: json.type, body: json.br }],
])

const server = createServer((req, res) => {
  const answer = answers.get(req.url ?? '')
  if (answer === undefined) {
    res.writeHead(404).end()
    return
  }
  res.writeHead(200, { 'Content-Type': answer.type, 'Content-Length': answer.body.length })
  res.end(answer.body)
})
server.listen(0, '127.0.0.1', () => answerParent((server.address() as AddressInfo).port))
