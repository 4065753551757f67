import { briefingRows } from '../../data/briefings.ts'
import { plans } from '../../data/plans.ts'
import { prices } from '../../data/prices.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import { descriptionOf, operations } from './operations.ts'
import type { PaymentStatus } from './schemas/payment.ts'

const linesOf = (tag: string, sold: boolean): string[] =>
  operations
    .filter((operation) => operation.tag === tag)
    .map((operation) => {
      const { path, summary } = operation
      return `- [${path}](${path}): ${summary}. ${descriptionOf(operation, sold)}`
    })

/** How one gets in where calls are sold, for money or for play money, and where they are not. */
function waysIn({ enabled, sandbox }: PaymentStatus): string {
  const key = 'How to get in: send an API key as `Authorization: Bearer KEY` or `X-API-Key: KEY`.'
  if (!enabled)
    return `${key} Single calls are not sold here at the moment: without a key the answer is 401. GET /api/x402/status tells whether that has changed. A refusal is never charged.`
  const play = sandbox ? ' This server is a sandbox: it takes play money on a test network, for invented data.' : ''
  return `${key} With no key, one call can be paid: the answer 402 quotes x402 version 2 (header PAYMENT-REQUIRED) and MPP 1.0 (WWW-Authenticate: Payment); send the same request again with the payment.${play} After a 503 send the same request with the same payment again: it is charged once. A refusal is never charged.`
}

/** GET /llms.txt, in the form of that proposal: a title, a summary, then lists of links. It tells what an agent needs to begin. */
export function languageModelsText(sold: PaymentStatus): string {
  const { enabled } = sold
  const cheapest = prices.metric
  const hours = plans.map(({ title, perHour, perDay }) => `${title} ${perHour} an hour and ${perDay} a day`)
  return [
    '# Market briefings',
    '',
    '> Market briefings with the interpretation already done: trends, signals, regimes and calibrated confidence, every figure dated and sourced. Markdown by default; `format=json` or `Accept: application/json` gives JSON, which costs about 2 to 5 times as many tokens.',
    '',
    waysIn(sold),
    '',
    `Prices of a call${enabled ? '' : ', where it is sold'}: a metric ${cheapest} USD; a briefing of the tier ${Object.entries(
      prices.briefing,
    )
      .map(([tier, usd]) => `${tier} ${usd} USD`)
      .join(', ')}. Calls of a key: ${hours.join(', ')}; an unchanged document (If-None-Match) costs nothing.`,
    '',
    '## Open, no key needed',
    '',
    ...linesOf('Catalogue', enabled),
    ...linesOf('System', enabled),
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
    '- [/docs/methodology](/docs/methodology): how every figure is made.',
    '- [/docs/errors](/docs/errors): every error code and what to do.',
    '',
  ].join('\n')
}
