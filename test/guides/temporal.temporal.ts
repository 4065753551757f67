import { describe, expect, test } from 'vitest'
import { binaryOrNull } from '../temporal/server.ts'
import { pageBlocks } from './block.ts'
import { openSession } from './session.ts'

const blocks = pageBlocks().filter(({ run }) => run.startsWith('temporal'))
const binary = await binaryOrNull()

describe.skipIf(binary === null)('a reader who follows docs/guides/temporal.md', () => {
  test('has a server, a worker, a refresh and schedules', async () => {
    expect([...new Set(blocks.map(({ page }) => page))]).toEqual(['docs/guides/temporal.md'])
    const session = await openSession([])
    try {
      let printed = ''
      for (const block of blocks) printed += await session.type(block)
      expect(printed).toMatch(/^TEMPORAL_ADDRESS=/m)
      expect(printed).toMatch(/^edition [0-9a-f]+ as of /m)
      expect(printed).toContain('# Bitcoin Quick Check')
    } finally {
      await session.close()
    }
  })
})
