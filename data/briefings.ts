import { bitcoinBriefings } from './briefings/bitcoin.ts'
import { bondBriefings } from './briefings/bonds.ts'
import { commodityBriefings } from './briefings/commodities.ts'
import { crossBriefings } from './briefings/cross.ts'
import { equityBriefings } from './briefings/equities.ts'
import { etherBriefings } from './briefings/ether.ts'
import { factorBriefings } from './briefings/factors.ts'
import { fullBriefings } from './briefings/full.ts'
import { fxBriefings } from './briefings/fx.ts'
import { macroBriefings } from './briefings/macro.ts'
import { miningBriefings } from './briefings/mining.ts'
import type { Briefing } from './briefings/row.ts'

export type { Briefing } from './briefings/row.ts'

const briefings = [
  ...bitcoinBriefings,
  ...miningBriefings,
  ...factorBriefings,
  ...fullBriefings,
  ...macroBriefings,
  ...bondBriefings,
  ...crossBriefings,
  ...fxBriefings,
  ...etherBriefings,
  ...equityBriefings,
  ...commodityBriefings,
] as const

/** What briefings are about, by the first part of their ids: in words, and the other names callers know it by. */
export const briefingTopics = [
  { id: 'btc', title: 'bitcoin', aliases: ['bitcoin', 'xbt'] },
  { id: 'bonds', title: 'bonds', aliases: ['bond'] },
  { id: 'commodities', title: 'commodities', aliases: ['commodity'] },
  { id: 'cross', title: 'cross-asset', aliases: [] },
  { id: 'eth', title: 'ether', aliases: ['ethereum', 'ether'] },
  { id: 'fx', title: 'FX', aliases: ['forex', 'currencies'] },
  { id: 'macro', title: 'macro', aliases: [] },
] as const satisfies readonly { id: string; title: string; aliases: readonly string[] }[]

export type BriefingId = (typeof briefings)[number]['id']
export const briefingRows: readonly Briefing[] = briefings.map((row) => ({
  path: `/api/${row.id.replace('.', '/')}`,
  pairs: [],
  ...row,
}))
export const briefingById: ReadonlyMap<string, Briefing> = new Map(briefingRows.map((row) => [row.id, row]))
