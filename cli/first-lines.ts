import type { FeedsMode } from '../activities/feeds.ts'

export interface FirstLines {
  /** URL of the front page, ending in a slash. */
  readonly address: string
  readonly feeds: FeedsMode['kind']
  /** The key made for a sandbox; null where keys are created by hand. */
  readonly key: string | null
  readonly home: string
}

const dataOf = {
  sample: 'sample data: every figure is invented',
  live: 'live data',
  recorded: 'recorded data',
} as const satisfies Record<FeedsMode['kind'], string>

/** What a person sees first: the page to open and what to type, in a sandbox a read with a key made for it and a purchase with play money. */
export function firstLines({ address, feeds, key, home }: FirstLines): string[] {
  const steps =
    key === null
      ? [`Create a key:         npx briefing keys create --plan pro --name me --home ${home}`]
      : [
          `Read with a key:      curl -H 'Authorization: Bearer ${key}' ${address}api/btc`,
          `Buy with play money:  npx briefing buy ${address}api/btc`,
        ]
  return ['', `Market Briefing is running on ${dataOf[feeds]}.`, '', `Open this page:       ${address}`, ...steps, '']
}
