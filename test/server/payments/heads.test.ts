import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { networks } from '../../../data/networks.ts'
import { callOfferOf } from '../../../server/answers/offer.ts'
import { operations } from '../../../server/openapi/operations.ts'
import { Quotes } from '../../../server/payments/quotes.ts'
import { closedAfter } from '../../closed-after.ts'
import { openSampleShop } from '../sample-shop.ts'
import { pricedTargets } from './priced-targets.ts'
import { protocols, quoteIn } from './signing.ts'
import { terms } from './terms.ts'

const shop = closedAfter(await openSampleShop())
const targets = await pricedTargets(shop)

/** What nginx takes of the head of an answer by default: a page of memory, with the status line and the empty line. */
const pageOfMemory = 4_096

/** The head of an answer as it leaves the server. */
async function headOf(target: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const socket = connect(shop.port, '127.0.0.1')
  const lines = Object.entries({ host: `127.0.0.1:${shop.port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let text = ''
  while (!text.includes('\r\n\r\n')) text += ((await once(socket, 'data')) as [Buffer])[0].toString('latin1')
  socket.destroy()
  return text.slice(0, text.indexOf('\r\n\r\n') + 4)
}

const statusIn = (head: string) => Number(head.slice('HTTP/1.1 '.length).slice(0, 3))

test('the quote of every priced target fits into a page of memory, for a program and for a browser', async () => {
  const tooLong: [string, number][] = []
  const answered = new Map<number, number>()
  for (const target of targets)
    for (const accept of ['*/*', 'text/html']) {
      const head = await headOf(target, { accept, origin: 'https://elsewhere.example' })
      const status = statusIn(head)
      answered.set(status, (answered.get(status) ?? 0) + 1)
      if (head.length > pageOfMemory) tooLong.push([target, head.length])
    }
  expect(tooLong).toEqual([])
  // metrics without a history are absent, and a browser reads pages of sample data for nothing
  expect(answered.get(402)).toBeGreaterThan(500)
  expect([...answered.keys()].toSorted()).toEqual([200, 402, 404])
})

const longest = [
  '/api/events',
  '/api/metrics/bitcoin-last-difficulty-change',
  '/api/companies/MZPX/capital_structure',
  '/api/balance',
]

test.each(longest)('a refusal of a payment for %s, and the answer that is paid, fit into a page of memory', async (target) => {
  for (const [at, protocol] of protocols.entries()) {
    const credential = await shop.credential(target, 950 + at, protocol)
    const paid = await headOf(target, credential)
    const again = await headOf(target, credential)
    expect([statusIn(paid), statusIn(again)]).toEqual([200, 402])
    expect(Math.max(paid.length, again.length)).toBeLessThanOrEqual(pageOfMemory)
  }
})

const companies = `/api/events?companies=${Array.from({ length: 200 }, (_, at) => `213800SAMPLEPLC0${1_000 + at}`).join('%2C')}`

test.each(protocols)('what is paid by %s with a query that no header repeats is bound to that query', async (protocol) => {
  const credential = await shop.credential(companies, 960, protocol)
  expect(quoteIn((await shop.get(companies)).headers).resource.url).toBe('https://briefings.example/api/events')
  const answers = []
  for (const target of [companies, companies.slice(0, -1)]) answers.push((await shop.get(target, { headers: credential })).status)
  expect(answers).toEqual([200, 402])
})

test('with two main networks all that pays is quoted, and what lists the offer gives way', () => {
  const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
  const [base, , solana] = networks
  const both = [base, solana].map((network) => ({ network, payTo }))
  const quotes = new Quotes({ ...terms, networks: both }, Date.now)
  quotes.setFeePayers(new Map([[solana.id, solana.asset]]))
  for (const operation of operations.filter(({ price }) => price !== null)) {
    const wanted = { name: 'The feed of change events', price: operation.price! }
    const { headers } = quotes.headers(callOfferOf(wanted as never, operation, operation.path, 'text/markdown'))
    const quote = quoteIn({ 'payment-required': headers[1] })
    expect(quote.accepts.map(({ network }) => network)).toEqual([base.id, solana.id])
    // the other headers of a 402 have some 610 bytes
    expect([operation.path, Math.max(3_480, headers.join('').length + 3 * ': \r\n'.length)]).toEqual([operation.path, 3_480])
  }
})

test('every caller is quoted the price of the offer asked for, the second one too, and nobody the challenge of another', () => {
  const quotes = new Quotes(terms, Date.now)
  const priced = operations.filter(({ price }) => price !== null)
  const seen = new Set<string | null>()
  for (const _ of ['first', 'second', 'third'])
    for (const operation of priced)
      for (const type of ['text/markdown', 'application/json']) {
        const wanted = { name: 'The feed of change events', price: operation.price! }
        const { headers, challengeId } = quotes.headers(callOfferOf(wanted as never, operation, operation.path, type))
        const { accepts } = quoteIn({ 'payment-required': headers[1] })
        const due = accepts.map(() => String(Math.round(Number(operation.price) * 1e6)))
        expect([operation.path, accepts.map(({ amount }) => amount)]).toEqual([operation.path, due])
        seen.add(challengeId)
      }
  expect(seen.size).toBe(3 * 2 * priced.length)
})
