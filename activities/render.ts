import { isoTime } from '../pipeline/calendar/day.ts'
import { calibrationMarkdown } from '../pipeline/render/calibration-markdown.ts'
import { contentHash, withFingerprint } from '../pipeline/render/fingerprint.ts'
import { renderJson } from '../pipeline/render/json.ts'
import { latestReading } from '../pipeline/render/latest-reading.ts'
import { renderMetric } from '../pipeline/render/markdown.ts'
import { treasuryListMarkdown } from '../pipeline/render/treasury-list-markdown.ts'
import { treasuryMarkdown } from '../pipeline/render/treasury-markdown.ts'
import { briefingArtifact, type RenderedArtifact } from './briefing-artifact.ts'
import type { Documents } from './compute.ts'
import type { Deps } from './deps.ts'
import { getWork, putWork } from './work.ts'

export interface RenderInput {
  readonly run: string
  readonly documents: string
}

/** Finished artifacts as texts, as they travel to `publish`. */
export interface Rendered {
  readonly sample: boolean
  readonly artifacts: readonly RenderedArtifact[]
}

/**
 * Stamps every document with its time and fingerprint and writes it in every format. `count`: those that can be asked for one by one, what
 * the edition says of itself left out.
 */
export async function render(deps: Deps, input: RenderInput): Promise<{ artifacts: string; count: number }> {
  const { metrics, briefings, charts, feeds, calibration, treasuries, absent, now, sample } = await getWork<Documents>(
    deps.blobs,
    input.documents,
  )
  const computedAt = isoTime(now)
  const asOf = isoTime(now).slice(0, 10)
  const artifacts: RenderedArtifact[] = []
  for (const unstamped of metrics) {
    const document = withFingerprint(unstamped, computedAt)
    const latest = withFingerprint(latestReading(unstamped), computedAt)
    artifacts.push({
      place: `metric/${document.metric}`,
      as_of: document.as_of,
      computed_at: computedAt,
      fingerprint: document.fingerprint,
      content: contentHash(unstamped),
      formats: {
        json: renderJson(document),
        md: renderMetric(document),
        'latest.json': renderJson(latest),
        'latest.md': renderMetric(latest),
      },
      facts: {
        title: document.title,
        period: document.period,
        freshness: document.freshness.status,
        method_version: document.method.version,
      },
    })
  }
  for (const unstamped of briefings) artifacts.push(briefingArtifact(unstamped, charts[unstamped.briefing]!, computedAt))
  const { list, companies } = treasuries
  if (list !== null) artifacts.push(treasuryArtifact('list', list, computedAt, treasuryListMarkdown))
  for (const company of companies) artifacts.push(treasuryArtifact(company.ticker, company, computedAt, treasuryMarkdown))
  const count = artifacts.length
  const ofItself = (name: string, document: object, json: string, more: { md?: string } = {}) => {
    const content = contentHash(document)
    const identity = { as_of: asOf, computed_at: computedAt, fingerprint: content, content }
    artifacts.push({ place: `system/${name}`, ...identity, formats: { json, ...more }, facts: {} })
  }
  ofItself('feeds', { feeds }, JSON.stringify(feeds))
  ofItself('absent', { absent }, JSON.stringify(absent))
  ofItself('calibration', calibration, JSON.stringify(calibration), { md: calibrationMarkdown(calibration) })
  return { artifacts: await putWork(deps.blobs, input.run, { sample, artifacts } satisfies Rendered), count }
}

/** A document of the treasuries, stamped, in both formats. */
function treasuryArtifact<Unstamped extends { readonly as_of: string }>(
  name: string,
  unstamped: Unstamped,
  computedAt: string,
  markdown: (document: Unstamped & { computed_at: string; fingerprint: string }) => string,
): RenderedArtifact {
  const document = withFingerprint(unstamped, computedAt)
  return {
    place: `treasuries/${name}`,
    as_of: unstamped.as_of,
    computed_at: computedAt,
    fingerprint: document.fingerprint,
    content: contentHash(unstamped),
    formats: { json: JSON.stringify(document), md: markdown(document) },
    facts: {},
  }
}
