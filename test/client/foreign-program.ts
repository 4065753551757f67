/** Uses all of the client that a caller sees: formats, refusals, a payment, types. Prints one line. */
import { type Answer, type Briefing, createClient, type Metric } from 'market-briefing/client'

const asked: string[] = []
const client = createClient({
  url: 'https://briefings.example/',
  pay: async ({ url, headers }) => (headers.has('payment-required') ? { 'payment-signature': url } : null),
  fetch: async (input, init) => {
    const signed = new Headers(init?.headers).get('payment-signature')
    asked.push(String(input))
    if (signed === null) return new Response('{}', { status: 402, headers: { 'payment-required': 'x' } })
    return new Response('{"value":17.25}', { headers: { 'content-type': 'application/json', 'payment-response': 'paid' } })
  },
})
const answer = await client.getMetric({ metric: 'vix', format: 'json' })
if (!answer.ok || answer.status !== 200) throw new Error('refused')
const metric: Metric = answer.document
const receipt: string | null = answer.receipt
console.log('value' in metric ? metric.value : null, receipt, asked.length)

export async function text(): Promise<string> {
  const page = await client.getContext({ briefing: 'btc.quick-check' })
  if (!page.ok) return page.error.message
  return page.status === 304 ? '' : page.document
}
export type Quick = Answer<'getContext', { briefing: 'btc.quick-check'; format: 'json' }> & { document: Briefing }
// @ts-expect-error a briefing has to be named
void client.getContext()
