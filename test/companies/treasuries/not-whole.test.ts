import { describe, expect, test } from 'vitest'
import { readAlone } from './holdings.ts'

/**
 * Each counts bitcoins and none is the whole holding. Most are worded after filings and releases of holders (`test/truth/holdings.json` has their
 * addresses), with other figures; those of `a change` and `another holder`, and two of `coins beside others`, are invented.
 */
const kinds: readonly (readonly [string, readonly string[]])[] = [
  [
    'a part',
    [
      'As of September 30, 2025 and December 31, 2024, the Company had a total of 6,455 and 3,115 bitcoin pledged as collateral, respectively.',
      'As of December 31, 2024, a total of 8,355 bitcoin remained loaned to counterparties under these agreements.',
      'As of September 30, 2025, 944 bitcoin are restricted from use in operations under collateral agreements related to our notes.',
    ],
  ],
  [
    'a purchase',
    [
      'During the period from October 1, 2025 to October 7, 2025, the Company purchased approximately 2,738.6 bitcoin at an average price of approximately $113,254.',
      'The Company acquired approximately 62,460 bitcoins for approximately $5.8 billion in cash.',
      'The Company announced that it had increased its purchases for its Bitcoin Treasury to 471.6 Bitcoin for $42 million.',
    ],
  ],
  [
    'a sum over time',
    [
      'Since May 12, 2025, the Company has purchased 32 bitcoin.',
      'As of the filing date on October 19, 2025, we have earned an aggregation of 161.97 bitcoins.',
      'The Company has mined a total of 6,207 bitcoin year to date.',
    ],
  ],
  [
    'coins mined',
    [
      'The Company produced 759 BTC, an increase of approximately 69% as compared to October 2024 production of 532 BTC.',
      'The Company earned 620.1 bitcoins in the third quarter of 2025.',
      'In October 2025, we mined 71.0 Bitcoin, representing a 639% increase year over year.',
    ],
  ],
  [
    'a sale',
    [
      'The Company sold 744 BTC, generating net proceeds of approximately $26.0 million.',
      'We funded growth and operations through the sale of 613 bitcoin in October 2025.',
      'During the month, the Company sold 998 Bitcoin at an average price of approximately $33,680.',
    ],
  ],
  [
    'a change',
    [
      'The managed account incurred a net loss of approximately 15 bitcoin, or $24.9 million.',
      'The Company recorded an increase of 336.2 BTC over the prior month.',
      'There was a decrease of 120 BTC in October 2025.',
    ],
  ],
  [
    'a target',
    [
      'With a goal of 20,000 BTC by December 31, 2026, the Company continues to execute its roadmap.',
      'We are ahead of our schedule to reach our initial target of 2,444 Bitcoin in our treasury.',
      'The Company expects to hold 3,000 bitcoin by the end of 2026.',
    ],
  ],
  [
    'bitcoin and equivalents',
    [
      'As of 30 September 2025, the Company held 670 Bitcoin, of which 225 were BTC Equivalents.',
      'As of 31 October 2025, the Company held 238 Bitcoin, of which 129 were BTC Equivalents.',
      'As of 31 July 2025, the Company held 2019 Bitcoin, including 305 BTC Equivalents.',
    ],
  ],
  [
    'coins beside others',
    [
      'As of October 31, 2025, we held 4,500 bitcoins, excluding 300 BTC posted with our lender.',
      'Additionally, as of October 31, 2025, we held a total of 500 bitcoins.',
      'Included in the assets on the balance sheets as of September 30, 2025 and December 31, 2024, are 3,877 bitcoin and 4,772 bitcoin, respectively.',
    ],
  ],
  [
    'another holder',
    [
      'Our customers held 15,000 bitcoin with us as of October 31, 2025.',
      'As of October 31, 2025, our joint venture held 910 bitcoin.',
      'Bitcoin of third parties amounted to 12,345 BTC.',
    ],
  ],
]

describe.each(kinds)('%s is no whole holding, and is listed for review under that name', (kind, wordings) => {
  test.each(wordings)('%s', (text) => {
    expect(readAlone(text, '2025-11-04').map(({ what, value, reason }) => [what, value, reason])).toEqual([
      ['bitcoin-passage', null, expect.stringContaining(`it reads as ${kind}.`)],
    ])
  })
})

describe.each([
  [
    'another coin',
    [
      'As of October 31, 2025, the Company held 55,064 ETH and no bitcoin.',
      'As of October 31, 2025, we held a total of 756.1 million CRO; one bitcoin was worth $110,000.',
      'The Company held 48,800 ETH deposited with a protocol in October 2025 and sold its bitcoin.',
    ],
  ],
  [
    'a purchase threshold of an agreement',
    [
      'The Bitcoin Purchase Threshold is 42,000 bitcoin held by Twenty One at closing.',
      'Under the agreement the sponsor delivers 42,000 bitcoin (the “Initial Threshold”) to Twenty One.',
      'The minimum number of bitcoin held by the Company shall be 10,500 bitcoin.',
    ],
  ],
  [
    'what is no coin',
    [
      'As of October 31, 2025, the Company owned 32,500 bitcoin miners.',
      'As of October 31, 2025, we held 3,000 bitcoin options.',
      'The holdings translate to approximately 0.208309 BTC per 1,000 shares as of October 31, 2025.',
    ],
  ],
])('%s is no bitcoin', (_, wordings) => {
  test.each(wordings)('%s', (text) => expect(readAlone(text, '2025-11-04')).toEqual([]))
})
