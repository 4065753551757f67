import { filedFigures } from '../../../data/filed-figures.ts'
import type { extractionTable } from '../../tables/filing.ts'
import type { RowOf } from '../../tables/table.ts'
import { sqlQuoted } from '../sql.ts'
import { type Store, select, selectColumn } from '../store.ts'

/** A refused row or body, as `v_quarantine` tells it. */
export interface QuarantinedRow extends Record<string, string | boolean | null> {
  readonly id: string
  readonly made_at: string
  readonly feed: string
  readonly series: string | null
  readonly rule: string
  readonly reason: string
  readonly excerpt: string
  readonly url: string | null
  readonly recording: string
  readonly dismissed: boolean
}

/** Everything refused, newest recording first. */
export function refusedRows(store: Store): Promise<QuarantinedRow[]> {
  return select<QuarantinedRow>(
    store,
    `SELECT id, strftime(made_at, '%Y-%m-%dT%H:%M:%SZ') AS made_at, feed, series, rule, reason, excerpt, url, recording, dismissed
     FROM v_quarantine v ORDER BY v.made_at DESC, id`,
  )
}

/** A figure taken from a filing: served, held by a check, or rejected by an operator. */
export type FilingFigure = RowOf<typeof extractionTable>

/** Every figure taken from filings, oldest day first. */
export function filingFigures(store: Store): Promise<FilingFigure[]> {
  return select<FilingFigure>(
    store,
    `SELECT accession, company, what, CAST(value AS VARCHAR) AS value, unit, CAST(as_of AS VARCHAR) AS as_of, how, place, quote, checks, status,
            reason, url, recording
     FROM extraction e ORDER BY e.as_of, accession`,
  )
}

/** What a reader of filed documents looks for and did not understand in one of them. */
export interface UnreadPassage extends Record<string, string | number> {
  readonly filing: string
  readonly company: string
  readonly form: string
  /** Day it was filed. */
  readonly day: string
  /** `guidance`, `segments`, or a situation. */
  readonly matter: string
  readonly passages: number
  readonly quote: string
  readonly url: string
  readonly place: string
}

/** Passages and segment tables of filed documents that no reader understood, newest filing first. */
export function unreadPassages(store: Store): Promise<UnreadPassage[]> {
  return select<UnreadPassage>(
    store,
    `SELECT filing, company, form, coalesce(f.filed, r.made_at::DATE)::VARCHAR AS day, matter, passages::INTEGER AS passages, quote,
            coalesce(u.url, r.url) AS url, place
     FROM (SELECT filing, company, form, matter, passages, quote, url, place, recording FROM unread_passage
           UNION ALL SELECT filing, company, form, 'segments', count(*), first(why ORDER BY why), NULL, first(place ORDER BY why), any_value(recording)
           FROM segment_figure WHERE why IS NOT NULL GROUP BY filing, company, form) u
     LEFT JOIN v_filed_on f USING (company, filing) JOIN recording r ON r.id = u.recording ORDER BY day DESC, filing, matter`,
  )
}

/**
 * What is held for review: filings with a figure that failed a check, and series with values in another unit nobody has dismissed. What its
 * declaration does not count as trouble is left out.
 */
export function awaitingReview(store: Store): Promise<string[]> {
  return selectColumn(
    store,
    `SELECT DISTINCT accession AS what FROM extraction
     WHERE status = 'held' AND (what IN ${troubled('all')} OR what IN ${troubled('some')}
       AND len([c FOR c IN from_json(checks, '[{"name":"VARCHAR","passed":"BOOLEAN"}]') IF NOT c.passed AND c.name <> 'corroboration']) > 0)
     UNION SELECT DISTINCT series FROM v_quarantine WHERE rule = 'unit-change' AND NOT dismissed ORDER BY what`,
  )
}

const troubled = (which: 'all' | 'some'): string =>
  `(${filedFigures.flatMap(({ what, trouble }) => (trouble === which ? sqlQuoted(what) : [])).join(', ')})`
