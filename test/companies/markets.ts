import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { segmentsIn } from '../../pipeline/companies/documents/segments.ts'
import { ParseError } from '../../pipeline/errors.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import type { DocumentSet } from '../../pipeline/filings/document-set.ts'
import type { SegmentFigureRow } from '../../pipeline/tables/company-document.ts'
import { groupedBy } from '../../pipeline/values/grouped.ts'
import { lineVersionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { mutated, seeded } from '../feeds/mutate.ts'
import { loadOf } from '../load-of.ts'
import { recordedFolder } from '../recorded.ts'
import { recordedCompanies } from '../recorded-companies.ts'
import { recordingOf } from '../recording-of.ts'

/** A store with the recorded bodies whose address matches, each loaded by the feed that takes it; those no feed takes are named. */
export async function storeOf(address: RegExp): Promise<{ readonly store: Store; readonly unread: readonly string[] }> {
  const store = await emptyStore()
  const unread: string[] = []
  const loads = recordedCompanies(address).flatMap(({ url, at, body }) => {
    const feed = feeds.find((each) => each.match(new URL(url)))
    if (feed === undefined || feed.kind === 'bulk') {
      unread.push(url)
      return []
    }
    return [loadOf(url, body, at, feed)]
  })
  await load(store, loads, () => [])
  return { store, unread }
}

/** The companies of a store that have statements, and every version of their lines, by issuer id. */
export async function companiesIn(store: Store) {
  const rows = (await store.connection.runAndReadAll('SELECT DISTINCT company FROM statement_fact ORDER BY 1')).getRowsJson()
  const companies = rows.map(([company]) => String(company))
  return { versions: await lineVersionsOf(store, companies), issuers: await issuersOf(store, companies) }
}

/** How many of so many mutations are made: by day a third, all with `TORTURE`, since each is read as a whole report is. */
export const mutations = (count: number): number => Math.ceil(process.env['TORTURE'] === '1' ? count : count / 3)

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

type Served = Pick<
  SegmentFigureRow,
  'filing' | 'axis' | 'measure' | 'role' | 'segment' | 'from_day' | 'to_day' | 'unit' | 'why'
> & { readonly value: string | number }

/** Tables that are served, each by its name; those that do not add up, to one unit of their last digits for each row. */
export function segmentTables(rows: readonly Served[]): { readonly served: string[]; readonly wrong: string[] } {
  const nameOf = ({ filing, axis, measure, from_day, to_day, unit }: Served) =>
    [filing, axis, measure, from_day, to_day, unit].join(' ')
  const tables = [
    ...groupedBy(
      rows.filter(({ why }) => why === null),
      nameOf,
    ),
  ]
  const wrong = tables.filter(([, own]) => {
    const of = (role: string) => own.filter((row) => row.role === role).map(({ value }) => Number(value))
    const [total, ...others] = of('consolidated')
    const apart = [...of('segment'), ...of('reconciling')].reduce((sum, value) => sum + value, -(total ?? 0))
    const unit = Math.min(1e6, ...own.flatMap(({ value }) => (Number(value) === 0 ? [] : 10 ** zerosOf(Number(value)))))
    return total === undefined || others.length > 0 || of('segment').length === 0 || Math.abs(apart) > own.length * unit
  })
  return { served: tables.map(([name]) => name), wrong: wrong.map(([name]) => name) }
}
const zerosOf = (value: number) => /0*$/.exec(String(value))![0].length

/** Tables that do not add up in what is read of documents with a digit, a sign or a fact changed, doubled or left out. */
export function wrongAfter(sets: readonly DocumentSet[], count: number): { readonly wrong: string[]; readonly fewer: number } {
  const random = seeded(5)
  const pick = (length: number) => Math.floor(random() * length)
  const runs = sets.flatMap((set) => {
    const whole = segmentTables(segmentsIn(set)).served.length
    return Array.from({ length: count }, (_, run) => {
      const at = pick(set.facts.length)
      const { number, value, ...fact } = set.facts[at]!
      const digits = [...String(Math.abs(number!))]
      digits[pick(digits.length)] = String(pick(10))
      const changed = [
        [{ ...fact, number: Number(digits.join('')), value: digits.join('') }],
        [{ ...fact, number: -number!, value: String(-number!) }],
        [],
        [set.facts[at]!, set.facts[at]!],
        [{ ...fact, number, value, contextId: 'another' }, set.facts[at]!],
        [{ ...fact, number, value, context: { ...fact.context, dimensions: [] } }],
      ][run % 6]!
      const facts = set.facts.flatMap((each, place) => (place === at ? changed : each))
      const { wrong, served } = segmentTables(segmentsIn({ ...set, facts }))
      return { wrong, isFewer: served.length < whole }
    })
  })
  return { wrong: runs.flatMap(({ wrong }) => wrong), fewer: runs.filter(({ isFewer }) => isFewer).length }
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
export const handRead: readonly HandRead[] = (JSON.parse(readFileSync(path, 'utf8')) as { facts: HandRead[] }).facts
