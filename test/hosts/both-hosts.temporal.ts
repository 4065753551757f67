import { afterAll, describe, test } from 'vitest'
import { smallRun } from '../end-to-end/home.ts'
import { serverOrNull } from '../temporal/server.ts'
import { expectSameOnBothHosts } from './both-hosts.ts'

const server = await serverOrNull()

describe.skipIf(server === null)('the same refresh on both hosts', () => {
  afterAll(async () => {
    await server!.stop()
  })

  test('sample feeds: byte-identical artifacts and the same rows', async () => {
    await expectSameOnBothHosts(server!, smallRun())
  })
})
