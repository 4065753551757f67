import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ChartLine } from '../../pipeline/documents/charts.ts'
import { kindComponents } from '../../scripts/generate-schemas.ts'
import { temporaryHome } from '../end-to-end/home.ts'
import type { Shop } from '../server/payments/shop.ts'
import { type Harvest, harvestKind } from './planted-kind.ts'

/**
 * What adding a kind of document costs: one file, one line in the registry, and the generated tables. The test plants them, changes nothing
 * else, and follows a document from the work of a run to whoever buys it.
 */

const now = Date.parse('2026-11-20T22:00:00Z')
const wheat: Omit<Harvest, 'computed_at' | 'fingerprint'> = {
  title: 'Harvest of wheat',
  harvest: 'wheat',
  as_of: '2026-11-20',
  sample: true,
  notices: ['SAMPLE DATA: invented values and issuers, not market data.'],
  fields: [{ sown: '2026-03-01', field: 'north', bushels: 4_100 }],
  tonnes: 12.5,
}
const points = Array.from({ length: 20 }, (_, at) => [20_750 + at, 5 + at / 10] as const)
const price: ChartLine = { metric: 'wheat', title: 'Price of wheat', unit: 'USD', points, beside: null }

describe('a kind of document is one file', () => {
  let shop: Shop
  let home: Awaited<ReturnType<typeof temporaryHome>>
  beforeAll(async () => {
    const original = await import('../../pipeline/documents/index.ts')
    const kinds = [...original.kinds, harvestKind]
    vi.doMock('../../pipeline/documents/index.ts', () => ({ kinds }))
    vi.doMock('../../pipeline/documents/schemas.json', () => ({ default: kindComponents(kinds) }))
    vi.resetModules()
    home = await temporaryHome()
    const { folderBlobs } = await import('../../pipeline/store/folder.ts')
    const { putShards } = await import('../../activities/compute/shards.ts')
    const { renderShard: render } = await import('../../activities/publish/render.ts')
    const { toArtifact } = await import('../../activities/publish/publish.ts')
    const { getWork } = await import('../../activities/work.ts')
    const { publish } = await import('../../pipeline/editions/publish.ts')
    const { openReader } = await import('../../pipeline/editions/reader.ts')
    const { openShop } = await import('../server/payments/shop.ts')
    const blobs = folderBlobs(home.folder)
    const shards = await putShards(
      blobs,
      'run',
      { now, sample: true },
      {
        harvest: [{ document: wheat, charts: { lines: [price] }, facts: { stands_until: '2027-01-01T00:00:00Z' } }],
      },
    )
    const artifacts = []
    for (const shard of shards) {
      const rendered = await render({ blobs }, { run: 'run', shard })
      expect(rendered.count).toBe(1)
      const { artifacts: some } = await getWork<{ artifacts: Parameters<typeof toArtifact>[0][] }>(blobs, rendered.artifacts)
      artifacts.push(...some.map(toArtifact))
    }
    expect(artifacts.map(({ facts }) => facts)).toEqual([
      { title: 'Harvest of wheat', tonnes: 12.5, stands_until: '2027-01-01T00:00:00Z' },
    ])
    await publish(blobs, { artifacts, asOf: '2026-11-20', sample: true, publishedAt: '2026-11-20T22:00:00Z', current: true })
    const reader = await openReader(blobs, { log: { info: () => undefined, warn: () => undefined } })
    shop = await openShop({ view: reader.current()!, now: () => now })
    reader.close()
  })
  afterAll(async () => {
    await shop.close()
    await home.remove()
    vi.doUnmock('../../pipeline/documents/index.ts')
    vi.doUnmock('../../pipeline/documents/schemas.json')
  })

  const asHolder = (plan: 'free' | 'basic') => ({ headers: { authorization: `Bearer ${shop.holders.keys[plan]}` } })

  test('it is written in the order of its schema, and as a text', async () => {
    const json = await shop.get('/api/harvests/wheat?format=json', asHolder('basic'))
    expect(json.status).toBe(200)
    expect(Object.keys(JSON.parse(json.text))).toEqual(
      'harvest title tonnes fields as_of computed_at fingerprint sample notices'.split(' '),
    )
    expect(json.text).toContain('"fields":[{"field":"north","sown":"2026-03-01","bushels":4100}]')
    const text = await shop.get('/api/harvests/wheat', asHolder('basic'))
    expect(text.text).toContain('# Harvest of wheat\n\n**SAMPLE DATA')
    expect(text.text).toContain('- Tonnes: 12.5')
    expect(text.text).toContain('|north|1 March|4,100|')
    // facts without a text, and headings with nothing below them, are left out
    expect(text.text).not.toMatch(/Rain|Weather/)
  })

  test('it is a page with the same words, and a picture', async () => {
    const page = await shop.get('/api/harvests/wheat?format=html', asHolder('basic'))
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1>12.5 tonnes were brought in</h1>')
    expect(page.text).toContain('<dt>Tonnes</dt><dd>12.5</dd>')
    expect(page.text).toContain('<h2>Fields</h2><p>From the largest.</p>')
    expect(page.text).toContain('<th scope="row">north</th><td>1 Mar</td><td class="r">4,100</td>')
    expect(page.text).toMatch(/Price of wheat.*<svg.*By day\./)
    expect(page.text).toMatch(/Sun and yield.*<svg/)
    expect(page.text).not.toMatch(/Rain|Weather/)
  })

  test('a fraction where its schema has whole numbers is refused', async () => {
    const { renderJson } = await import('../../pipeline/render/json.ts')
    expect(() => renderJson('Harvest', { ...wheat, fields: [{ field: 'north', sown: '2026-03-01', bushels: 0.5 }] })).toThrow(
      /bushels is 0.5/,
    )
  })

  test('it is sold, and read by the plans that reach it', async () => {
    const unpaid = await shop.get('/api/harvests/wheat')
    expect(unpaid.status).toBe(402)
    expect(JSON.parse(unpaid.text)).toMatchObject({ accepts: [{ amount: '40000' }] })
    const short = await shop.get('/api/harvests/wheat', asHolder('free'))
    expect([short.status, JSON.parse(short.text)]).toMatchObject([403, { needs: 'basic', without_key: { price_usd: '0.04' } }])
  })

  test('what is missing and what there is none of are told apart', async () => {
    expect((await shop.get('/api/harvests/barley')).status).toBe(503)
    const unknown = await shop.get('/api/harvests/weat')
    expect([unknown.status, JSON.parse(unknown.text)]).toMatchObject([404, { suggestions: ['wheat'] }])
  })

  test('it is catalogued and described', async () => {
    const catalogue = JSON.parse((await shop.get('/api/harvests')).text)
    expect(catalogue).toMatchObject({
      count: 1,
      harvests: [{ id: 'wheat', path: '/api/harvests/wheat', tier: 'basic', price: { usd: '0.04' } }],
    })
    expect((await shop.get('/api/harvests?format=markdown')).text).toContain('# Harvests (1)')
    const { paths, components } = JSON.parse((await shop.get('/openapi.json')).text)
    expect(paths['/api/harvests/{harvest}'].get).toMatchObject({
      operationId: 'getHarvest',
      'x-payment-info': { price: { amount: '0.04' } },
    })
    expect(components.schemas.Harvest.properties.tonnes.description).toBe('Brought in, tonnes.')
    expect((await shop.get('/llms.txt')).text).toContain('[/api/harvests/{harvest}]')
  })
})
