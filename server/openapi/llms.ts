import { briefingRows } from '../../data/briefings.ts'
import { plans } from '../../data/plans.ts'
import { prices } from '../../data/prices.ts'
import { operations, type Tag } from './operations.ts'

const linesOf = (tag: Tag): string[] =>
  operations
    .filter((operation) => operation.tag === tag)
    .map(({ path, summary, description }) => `- [${path}](${path}): ${summary}. ${description}`)

/** GET /llms.txt, in the form of that proposal: a title, a summary, then lists of links. It tells what an agent needs to begin. */
export function languageModelsText(): string {
  const cheapest = prices.metric
  const hours = plans.map(({ title, perHour, perDay }) => `${title} ${perHour} an hour and ${perDay} a day`)
  return [
    '# Market briefings',
    '',
    '> Market briefings with the interpretation already done: trends, signals, regimes and calibrated confidence, every figure dated and sourced. Markdown by default; `format=json` or `Accept: application/json` gives JSON, which costs about 2 to 5 times as many tokens.',
    '',
    'How to get in: send an API key as `Authorization: Bearer KEY` or `X-API-Key: KEY`. With no key, one call can be paid: the answer 402 quotes x402 version 2 (header PAYMENT-REQUIRED) and MPP 1.0 (WWW-Authenticate: Payment); send the same request again with the payment. After a 503 send the same request with the same payment again: it is charged once. A refusal is never charged.',
    '',
    `Prices: a metric ${cheapest} USD; a briefing of the tier ${Object.entries(prices.briefing)
      .map(([tier, usd]) => `${tier} ${usd} USD`)
      .join(', ')}. Calls of a key: ${hours.join(', ')}; an unchanged document (If-None-Match) costs nothing.`,
    '',
    '## Open, no key needed',
    '',
    ...linesOf('Catalogue'),
    ...linesOf('System'),
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
    ...linesOf('Metrics'),
    ...linesOf('Treasuries'),
    ...linesOf('Context'),
    '- [/docs/methodology](/docs/methodology): how every figure is made.',
    '- [/docs/errors](/docs/errors): every error code and what to do.',
    '',
  ].join('\n')
}
