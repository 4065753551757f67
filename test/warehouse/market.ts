import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { publishMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { compiled } from '../compiled.ts'
import { temporaryHome } from '../end-to-end/home.ts'
import { recordingOf } from '../recording-of.ts'
import { parsedOf } from '../rows.ts'

export interface MarketRun {
  readonly opens: number
  readonly publishes: number
  readonly failed: string[]
}

/** Publishes the analysts' copy while other processes open it; goes on until both counts are reached. */
export async function openWhilePublishing(readers: number, publishes: number, opens: number): Promise<MarketRun> {
  const home = await temporaryHome()
  const path = join(home.folder, 'market.duckdb')
  const store = await openStore(join(home.folder, 'store.duckdb'))
  const addRow = (n: number) => {
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString().replace('.000', '')
    const sighting = [{ series: 'VIXCLS', period: 10_000 + n, value: 17, seenAt: Date.parse(at), publishedAt: null }]
    return load(
      store,
      [
        {
          recording: recordingOf('https://example.org/vix', String(n), at),
          feed: 'fred-graph',
          parsed: parsedOf({ sighting }),
        },
      ],
      () => [],
    )
  }
  try {
    await addRow(0)
    await publishMarket(store, path)
    let opened = 0
    let ended = 0
    const children = Array.from({ length: readers }, () =>
      spawn(process.execPath, [compiled('test/warehouse/read-market.ts'), path]),
    )
    const outputs = children.map(async (child) => {
      let err = ''
      child.stdout.on('data', (data: Buffer) => {
        opened += data.toString().split('\n').length - 1
      })
      child.stderr.on('data', (data) => {
        err += data
      })
      const [code] = await once(child, 'close')
      ended += 1
      return { code, err }
    })
    let done = 0
    while ((done < publishes || opened < opens) && ended === 0) {
      await addRow(++done)
      await publishMarket(store, path)
    }
    for (const child of children) child.stdin.end()
    const all = await Promise.all(outputs)
    return {
      opens: opened,
      publishes: done,
      failed: all.filter(({ code }) => code !== 0).map(({ err }) => err),
    }
  } finally {
    await store.close()
    await home.remove()
  }
}
