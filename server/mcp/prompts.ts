import { briefingRows } from '../../data/briefings.ts'

/** A prompt that a person picks in their client: which briefings to read, and what to make of them. */
interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly reads: readonly (typeof briefingRows)[number]['id'][]
  readonly task: string
}

export const prompts: readonly Prompt[] = [
  {
    name: 'daily_market_briefing',
    title: 'Daily market briefing',
    description: 'What is unusual today across macro, bitcoin and correlations. A free key is enough.',
    reads: ['macro.snapshot', 'btc.quick-check', 'cross.correlations'],
    task: 'Write at most ten lines: what changed, what is unusual, what disagrees, and what would change the picture. Lead with the most unusual point.',
  },
  {
    name: 'macro_regime_check',
    title: 'Macro regime check',
    description: 'Which regime markets are in, how sure that is, and what would end it. Needs a Pro key.',
    reads: ['cross.regime', 'macro.liquidity'],
    task: 'Say which regime holds and since when, its probability, the inputs for and against it, and the nearest values or releases that would change it.',
  },
  {
    name: 'risk_check',
    title: 'Risk check',
    description: 'Where risk builds up in credit, breadth and rates. Needs a Pro key.',
    reads: ['cross.breadth', 'macro.rates', 'bonds.context'],
    task: 'List the three clearest signs of risk and the three clearest signs of calm, each with its figure and date, then say which side has the better evidence.',
  },
  {
    name: 'mining_profitability',
    title: 'Mining profitability',
    description: 'Whether bitcoin miners earn money, and where the stress is. Needs a Basic key.',
    reads: ['btc.miner-survival', 'btc.grid-stress'],
    task: 'Say how hash price stands against its own history, which miners are under stress, and what would relieve them.',
  },
]

/** What a prompt puts into the conversation. */
export function promptText({ reads, task }: Prompt): string {
  const rows = reads.map((id) => briefingRows.find((row) => row.id === id)!)
  const calls = rows.map(({ id, title, tier }) => `- get_context with briefing "${id}" (${title}, tier ${tier})`)
  return `Read these briefings:\n${calls.join('\n')}\n\n${task}\n\nUse only figures of the briefings, each with its date. Where the data quality or freshness of a briefing is limited, say so. If a tool answers AUTH_REQUIRED, pass its message on to me. None of this is investment advice.`
}
