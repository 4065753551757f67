import { afterAll, expect, test } from 'vitest'
import { edition, running } from './fixture.ts'

const server = await running(edition({ edition: 'e1' }))
afterAll(() => server.close())

const documents = ['calibration', 'record'].flatMap((name) => [
  [`/api/${name}`, 'application/json; charset=utf-8', name],
  [`/api/${name}?format=json`, 'application/json; charset=utf-8', name],
  [`/api/${name}?format=markdown`, 'text/markdown; charset=utf-8', name],
  [`/api/${name}?format=html`, 'text/html; charset=utf-8', name],
])

test.each(documents)('%s is the document of the edition, open to all', async (url, type, name) => {
  const answer = await server.get(url!)
  expect([answer.status, answer.headers['content-type'], answer.headers['x-edition']]).toEqual([200, type, 'e1'])
  expect(answer.headers['cache-control']).toBe('public, no-cache')
  expect(answer.text).toContain(`${name} of e1`)
  if (type!.startsWith('application/json')) expect(JSON.parse(answer.text).about).toBe(`${name} of e1`)
})

test('an edition without one says so', async () => {
  const older = await running(edition({ edition: 'e0', without: ['system/calibration'] }))
  const answer = await older.get('/api/calibration')
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([503, 'NOT_PUBLISHED'])
  await older.close()
})
