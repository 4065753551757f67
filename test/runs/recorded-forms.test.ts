import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { upstreamById } from '../../data/upstreams.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import { folderRecorder } from '../../pipeline/recordings/recorder.ts'
import { escapeHtml } from '../../pipeline/render/escape-html.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { quiet, refreshHome, temporaryHomes } from '../end-to-end/home.ts'
import addresses from '../feeds/bodies/addresses.json' with { type: 'json' }
import { expectGolden } from '../golden.ts'

const homes = temporaryHomes()
afterAll(homes.remove)

interface Stamped {
  readonly sample?: boolean
  readonly sources?: readonly { readonly id: string }[]
  readonly notices?: readonly string[]
}

/** A folder of short bodies in the form of each upstream, recorded as a live run records them: nothing of it is sample data. */
async function recordedForms(): Promise<string> {
  const folder = await homes.make()
  const recorder = await folderRecorder(folder, { sample: false })
  for (const [file, url] of addresses as [string, string][])
    await recorder.record({
      ...{ url, at: '2026-11-20T12:00:00Z', status: 200, headers: {} },
      body: readFileSync(new URL(`../feeds/bodies/${file}.txt`, import.meta.url)),
    })
  await recorder.close()
  return folder
}

test('an edition of real data, of a day before it was recorded, equals its files in test/golden', async () => {
  const folder = await homes.make()
  const feeds = { kind: 'recorded', folder: await recordedForms() } as const
  const result = await refreshHome(folder, { feeds, asOf: '2026-11-19', now: Date.parse('2026-11-20T22:00:00Z') })
  expect(result).toMatchObject({ loaded: addresses.length, refused: 0, rejected: 0, failures: [] })
  const reader = await openReader(folderBlobs(folder), { pollMs: 10_000, log: quiet })
  const view = reader.current()!
  const text = (place: string, format: 'md' | 'json' | 'html') => view.resident(place, format)?.plain.toString() ?? ''
  for (const place of [
    'briefing/bonds.full',
    'briefing/btc.etf-flows',
    'briefing/btc.quick-check',
    'briefing/cross.correlations',
    'metric/vix',
  ])
    for (const format of ['md', 'json'] as const)
      await expectGolden(`recorded-2026-11-19/${place.replace(/^\w+\//, '')}.${format}`, text(place, format))
  expect(text('briefing/bonds.full', 'json')).toContain('"later_vintage":true')

  // a briefing has the notice of each of its sources, the Markdown and the page of each document all of its notices, and none is called a sample
  let checked = 0
  for (const place of view.entries.keys()) {
    const [json, markdown, page] = [text(place, 'json'), text(place, 'md'), text(place, 'html')]
    const { sample = false, sources, notices = [] } = JSON.parse(json) as Stamped
    expect([place, sample, /SAMPLE/.test(json + markdown)]).toEqual([place, false, false])
    expect([place, notices.filter((notice) => !markdown.includes(notice))]).toEqual([place, []])
    if (page !== '') expect([place, notices.filter((notice) => !page.includes(escapeHtml(notice)))]).toEqual([place, []])
    if (sources === undefined) continue
    const due = sources.flatMap(({ id }) => upstreamById.get(id)!.notice ?? [])
    expect([place, [...notices].sort()]).toEqual([place, due.sort()])
    checked += due.length
  }
  reader.close()
  expect(checked).toBeGreaterThan(20)

  // a run at the very end of a day finds it over and archives it
  await refreshHome(folder, { feeds, asOf: '2026-11-20', now: Date.parse('2026-11-20T23:59:59Z') })
  const later = await openReader(folderBlobs(folder), { pollMs: 10_000, log: quiet })
  expect(later.current()!.days('btc.quick-check')).toEqual({ first: '2026-11-19', last: '2026-11-20' })
  later.close()
})
