import { briefingRows } from '../../data/briefings.ts'
import { plans } from '../../data/plans.ts'
import { prices } from '../../data/prices.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import { descriptionOf, operations } from '../openapi/operations.ts'
import type { PaymentStatus } from '../schemas/payment.ts'

const linesOf = (tag: string, sold: boolean): string[] =>
  operations
    .filter((operation) => operation.tag === tag)
    .map((operation) => {
      const { path, summary } = operation
      return `- [${path}](${path}): ${summary}. ${descriptionOf(operation, sold)}`
    })

/** How one gets in where calls are sold, for money or for play money, and where they are not. */
function waysIn({ enabled, sandbox }: PaymentStatus): string {
  const key = 'Access: send an API key as `Authorization: Bearer KEY` or `X-API-Key: KEY`.'
  const claim =
    'No key? POST /api/agent/claims returns a link and a code for the person you work for, who approves in a browser; then poll for the key.'
  if (!enabled)
    return `${key} ${claim} Single calls are not currently for sale: without a key the server answers 401. GET /api/x402/status shows whether that has changed. Refused requests are never charged.`
  const play = sandbox ? ' This server is a sandbox: it accepts play money on a test network and serves invented data.' : ''
  return `${key} ${claim} Without a person, pay per call: the server answers 402 with a quote for x402 version 2 (header PAYMENT-REQUIRED) and MPP 1.0 (WWW-Authenticate: Payment); send the same request again with the payment.${play} After a 503, retry the same request with the same payment; it is charged only once. Refused requests are never charged.`
}

/** GET /llms.txt, in the form of that proposal: a title, a summary, then lists of links. It tells what an agent needs to begin. */
export function languageModelsText(sold: PaymentStatus): string {
  const { enabled } = sold
  const cheapest = prices.metric
  const hours = plans.map(({ title, perHour, perDay }) => `${title} ${perHour} per hour and ${perDay} per day`)
  return [
    '# Market briefings',
    '',
    '> Market briefings with the interpretation already done: trends, signals, regimes and calibrated confidence, every figure dated and sourced. Markdown by default; `format=json` or `Accept: application/json` returns JSON, which takes about 3 to 4 times as many tokens. `part=summary` returns the gist of a briefing in fewer than 150 tokens, `fields=summary,points` those members of the JSON.',
    '',
    waysIn(sold),
    '',
    `Agents that speak MCP: connect to \`POST /api/mcp\` (Streamable HTTP, no session); catalogues and health are open, the other tools take the same key${enabled ? ', or a payment in `_meta`' : ''}.`,
    '',
    `Price per call${enabled ? '' : ', where calls are sold'}: a metric ${cheapest} USD; a briefing by tier ${Object.entries(
      prices.briefing,
    )
      .map(([tier, usd]) => `${tier} ${usd} USD`)
      .join(
        ', ',
      )}; a block of a company briefing ${prices.companyBlock} USD, the whole that for each of its blocks, at most ${prices.company} USD; a page of events ${prices.events} USD; GET /api/balance sells ${prices.balance} USD of calls for a day with one payment. Limits of a key: ${hours.join(', ')}; an unchanged document (If-None-Match) costs nothing.`,
    '',
    '## Open: no key required',
    '',
    ...linesOf('Catalogue', enabled),
    ...linesOf('System', enabled),
    ...linesOf('Keys for agents', enabled),
    '',
    '## Briefings',
    '',
    ...briefingRows.map(
      ({ id, path, tier, title, description }) =>
        `- [${path}](${path}): ${title} (${id}), tier ${tier}, ${prices.briefing[tier]} USD. ${description}`,
    ),
    '',
    '## More',
    '',
    ...[...new Set(kinds.flatMap(({ route }) => (route === null || route.price === null ? [] : [route.tag.name])))].flatMap(
      (tag) => linesOf(tag, enabled),
    ),
    ...linesOf('Companies', enabled),
    ...linesOf('Changes', enabled),
    '- [/docs/receive-webhooks](/docs/receive-webhooks): webhooks, which post the same events to an address of yours; POST /api/webhooks registers one with a key of Basic or above.',
    '- [/docs/methodology](/docs/methodology): how every figure is calculated.',
    '- [/docs/errors](/docs/errors): every error code and its meaning.',
    '',
  ].join('\n')
}
