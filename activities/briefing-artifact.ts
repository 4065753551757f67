import { briefingRows } from '../data/briefings.ts'
import type { ChartLine } from '../pipeline/briefings/chart-lines.ts'
import type { Unstamped } from '../pipeline/briefings/compose.ts'
import type { BriefingDocument } from '../pipeline/briefings/document.ts'
import { briefingTurns } from '../pipeline/briefings/standings.ts'
import { isoTime } from '../pipeline/calendar/day.ts'
import { rollUp } from '../pipeline/freshness.ts'
import type { Format } from '../pipeline/publish/edition.ts'
import { contentHash, withFingerprint } from '../pipeline/render/fingerprint.ts'
import { renderJson } from '../pipeline/render/json.ts'
import { renderBriefing } from '../pipeline/render/markdown.ts'
import { renderPage } from '../pipeline/render/page.ts'

const pathOf = (id: string): string => briefingRows.find((row) => row.id === id)!.path

/** A finished artifact as texts. */
export interface RenderedArtifact {
  readonly place: string
  readonly as_of: string
  readonly computed_at: string
  readonly fingerprint: string
  readonly content: string
  readonly formats: Partial<Record<Format, string>>
  readonly facts: Record<string, string | number | boolean | null>
}

/**
 * A briefing stamped with the time it was computed (RFC 3339 UTC) and its fingerprint, in every format: the same for today and for a
 * past day. `lines` are what its charts show.
 */
export function briefingArtifact(
  unstamped: Unstamped<BriefingDocument>,
  lines: readonly ChartLine[],
  computedAt: string,
): RenderedArtifact {
  const document = withFingerprint(unstamped, computedAt)
  const json = renderJson(document)
  const md = renderBriefing(document)
  const html = renderPage(document, md, lines, pathOf(document.briefing))
  const { lateAt, staleAt } = briefingTurns(document)
  return {
    place: `briefing/${document.briefing}`,
    as_of: document.as_of,
    computed_at: computedAt,
    fingerprint: document.fingerprint,
    content: contentHash(unstamped),
    formats: { json, md, html },
    facts: {
      title: document.title,
      tier: document.tier,
      state: document.state?.label ?? null,
      since: document.state?.since ?? null,
      freshness: rollUp(Object.values(document.readings).map((reading) => reading.freshness.status)),
      late_after: momentOf(lateAt),
      stale_after: momentOf(staleAt),
      bytes_md: Buffer.byteLength(md),
      bytes_json: Buffer.byteLength(json),
    },
  }
}

/** Null for what never comes: a briefing without readings cannot be late. */
function momentOf(time: number): string | null {
  return Number.isFinite(time) ? isoTime(time) : null
}
