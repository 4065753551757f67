import type { NewsKind, NewsOrigin } from '../../data/news-kinds.ts'
import type { FollowUpRequest } from '../feeds/feed.ts'
import { newsRelation } from './analysts/news-relation.ts'
import { textListSql } from './sql.ts'
import { type Store, select, selectMap } from './store.ts'

type UnlessTold = NonNullable<FollowUpRequest['unlessTold']>

/** Of these those whose record a recording made earlier told of. */
export async function alreadyRecorded(store: Store, asked: readonly UnlessTold[]): Promise<ReadonlySet<UnlessTold>> {
  if (asked.length === 0) return new Set()
  const rows = await select<{ source: string; id: string; known_at: string }>(
    store,
    `SELECT source, id, strftime(min(known_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at
     FROM news_record WHERE id IN ${textListSql('$1')} GROUP BY source, id`,
    [JSON.stringify(asked.map(({ id }) => id))],
  )
  const known = new Map(rows.map((row) => [`${row.source} ${row.id}`, row.known_at]))
  return new Set(asked.filter(({ source, id, before }) => (known.get(`${source} ${id}`) ?? before) < before))
}

/** Days from one on (YYYY-MM-DD), and only what was known by a moment (milliseconds UTC). */
const since = 'day >= CAST($1 AS DATE) AND epoch_ms(known_at) <= $2'
const seen = 'epoch_ms(r.made_at) <= $2'

/** A hash of all records of each shown day from `from` on that were known by `moment`; days without a record have none. */
export function newsHashes(store: Store, from: string, moment: number): Promise<ReadonlyMap<string, string>> {
  return selectMap(
    store,
    `SELECT CAST(day AS VARCHAR) AS day, count(*) || ' ' || bit_xor(md5_number_lower(CAST(struct_pack(
              source, id, origin, form, items, clock, zone, title, title_as_filed, kinds, link, language, known_at, companies,
              withdrawn, corrected) AS VARCHAR))) AS mark
     FROM ${newsRelation(since, seen)} GROUP BY day ORDER BY day`,
    [from, moment],
  )
}

/** A record as the warehouse has it. */
export interface KnownRecord {
  readonly source: string
  readonly id: string
  readonly origin: NewsOrigin
  readonly form: string | null
  readonly items: readonly string[]
  readonly day: string
  readonly clock: string | null
  readonly zone: string
  /** RFC 3339 UTC, like `knownAt`. */
  readonly happenedAt: string | null
  readonly title: string
  readonly titleAsFiled: string | null
  readonly kinds: readonly NewsKind[]
  readonly link: string
  readonly language: string
  readonly knownAt: string
  readonly companies: readonly { readonly company: string; readonly name: string | null }[]
  readonly withdrawn: boolean
  readonly corrected: boolean
}

const list = (text: string | null): string[] => (text ? text.split(',') : [])

/** The records of these shown days (YYYY-MM-DD) that were known by `moment`, in no order. */
export async function newsOfDays(store: Store, days: readonly string[], moment: number): Promise<KnownRecord[]> {
  if (days.length === 0) return []
  const only = `CAST(day AS VARCHAR) IN ${textListSql('$1')} AND epoch_ms(known_at) <= $2`
  const rows = await select<
    Record<'source' | 'id' | 'day' | 'zone' | 'title' | 'link' | 'language' | 'kinds' | 'companies' | 'known_at', string> &
      Record<'form' | 'items' | 'clock' | 'title_as_filed' | 'happened_at', string | null> & {
        origin: NewsOrigin
        withdrawn: boolean
        corrected: boolean
      }
  >(
    store,
    `SELECT source, id, origin, form, items, CAST(day AS VARCHAR) AS day, clock, zone, title, title_as_filed, kinds, link, language,
            strftime(happened_at, '%Y-%m-%dT%H:%M:%SZ') AS happened_at, strftime(known_at, '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(to_json(companies) AS VARCHAR) AS companies, withdrawn, corrected
     FROM ${newsRelation(only, seen)}`,
    [JSON.stringify(days), moment],
  )
  return rows.map(({ happened_at, known_at, title_as_filed, items, kinds, companies, ...row }) => ({
    ...row,
    items: list(items),
    kinds: list(kinds) as NewsKind[],
    companies: JSON.parse(companies) as KnownRecord['companies'],
    titleAsFiled: title_as_filed,
    happenedAt: happened_at,
    knownAt: known_at,
  }))
}

/** A document of an agency or a central bank. */
export interface OfficialDocument {
  readonly source: string
  readonly form: string | null
  readonly day: string
  /** RFC 3339 UTC; null where its source shows the day alone. */
  readonly happenedAt: string | null
}

/** Those shown on a day from one on (YYYY-MM-DD) that were known by `moment`. */
export async function officialDocuments(store: Store, from: string, moment: number): Promise<OfficialDocument[]> {
  const rows = await select<{ source: string; form: string | null; day: string; happened_at: string | null }>(
    store,
    `SELECT DISTINCT source, form, CAST(day AS VARCHAR) AS day, strftime(happened_at, '%Y-%m-%dT%H:%M:%SZ') AS happened_at
     FROM news_record WHERE origin = 'official' AND ${since} ORDER BY day, source, form, happened_at`,
    [from, moment],
  )
  return rows.map(({ happened_at, ...row }) => ({ ...row, happenedAt: happened_at }))
}

/** First day of which each source listed everything, by source. */
export function listedSince(store: Store): Promise<{ source: string; from: string }[]> {
  return select(
    store,
    `SELECT source, CAST(min(day) AS VARCHAR) AS "from" FROM news_record WHERE told_by <> 'filer' GROUP BY source ORDER BY source`,
  )
}

/** Companies by issuer id, with the codes they are listed under and a name. */
export interface ListedCompany {
  readonly company: string
  readonly codes: readonly string[]
  readonly name: string
}

/** Every company that is listed. */
export async function listedCompanies(store: Store): Promise<ListedCompany[]> {
  const rows = await select<{ company: string; codes: string; name: string }>(
    store,
    `SELECT company, string_agg(code, ' ' ORDER BY length(code), code) AS codes, any_value(name ORDER BY code) AS name
     FROM listing WHERE to_day IS NULL GROUP BY company ORDER BY company`,
  )
  return rows.map(({ codes, ...row }) => ({ ...row, codes: codes.split(' ') }))
}
