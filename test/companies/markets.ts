import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ParseError } from '../../pipeline/errors.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { load } from '../../pipeline/warehouse/load.ts'
import { openStore, type Store } from '../../pipeline/warehouse/store.ts'
import { mutated, seeded } from '../feeds/mutate.ts'
import { recordedFolder, recordingOf } from '../recorded.ts'
import { recordedCompanies } from '../recorded-companies.ts'

/** A store with the recorded bodies whose address matches, each loaded by the feed that takes it; those no feed takes are named. */
export async function storeOf(address: RegExp): Promise<{ readonly store: Store; readonly unread: readonly string[] }> {
  const store = await openStore(':memory:')
  const unread: string[] = []
  const loads = recordedCompanies(address).flatMap(({ url, at, body }) => {
    const feed = feeds.find((each) => each.match(new URL(url)))
    if (feed === undefined || feed.kind === 'bulk') {
      unread.push(url)
      return []
    }
    const recording = recordingOf(url, body, at)
    const { rows, rejected, next } = feed.parse(body, recording)
    return [{ recording, feed: feed.id, parsed: { rows, rejected, next } }]
  })
  await load(store, loads, () => [])
  return { store, unread }
}

/** What is wrong with what a feed makes of mutations of a body: amounts they do not spell, and errors that name no reason. */
export function strangeAfter({ url, at, body }: { url: string; at: string; body: Uint8Array }, count: number): string[] {
  const feed = feeds.find((each) => each.match(new URL(url)))!
  const text = Buffer.from(body).toString()
  const random = seeded(7)
  const amountsOf = (bytes: Buffer) =>
    (feed.parse(bytes, recordingOf(url, bytes, at)).rows.statement_fact ?? []).map((row) => ({
      ...row,
      digits: digitsIn(row.value),
    }))
  const clean = new Set(amountsOf(Buffer.from(text)).map(({ digits }) => digits))
  return Array.from({ length: count }, () => mutated(text, random)).flatMap((bad, run) => {
    try {
      const strange = amountsOf(Buffer.from(bad)).filter(({ digits }) => !clean.has(digits) && !bad.includes(digits))
      return strange.map(({ concept, value }) => `${run}: ${concept} ${value}`)
    } catch (error) {
      return error instanceof ParseError ? [] : [`${run}: ${error}`]
    }
  })
}

/** Digits without sign, point and outer zeros. */
const digitsIn = (value: string): string => value.replaceAll(/[-.]/g, '').replaceAll(/^0+|0+$/g, '')

/** A fact read by hand off a recorded body. */
export interface HandRead {
  readonly id: string
  readonly company_key: string
  readonly market: string
  readonly kind: string
  readonly line: string
  readonly period: string
  readonly value: unknown
  readonly knownSince?: string
}

const path = join(recordedFolder, '../reference/companies-truth.json')
export const handRead: readonly HandRead[] = existsSync(path)
  ? (JSON.parse(readFileSync(path, 'utf8')) as { facts: HandRead[] }).facts
  : []
