import { afterAll, describe, test } from 'vitest'
import { recordedRun } from '../end-to-end/recorded-home.ts'
import { serverOrNull } from '../temporal/server.ts'
import { expectSameOnBothHosts } from './both-hosts.ts'

const server = await serverOrNull()

describe.skipIf(server === null)('the same refresh on both hosts', () => {
  afterAll(async () => {
    await server!.stop()
  })

  test('real recordings: byte-identical artifacts and the same rows', async () => {
    await expectSameOnBothHosts(server!, { ...recordedRun(), only: [] })
  })
})
