import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openState } from '../../server/state/open.ts'

/** What the blocks of a page find in the home beyond what a first start leaves, by page. */
export const planted: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  'docs/running.md': (folder) => trouble(join(folder, 'var')),
  'docs/payments.md': (folder) => payments(join(folder, 'var', 'state.sqlite')),
}

/** Two rows in quarantine and a held figure, in the warehouse and in the copy the commands read. */
async function trouble(home: string): Promise<void> {
  for (const name of ['store.duckdb', 'market.duckdb']) {
    const instance = await DuckDBInstance.create(join(home, name))
    const connection = await instance.connect()
    const refused = (id: string, series: string) =>
      connection.run(
        `INSERT INTO quarantine BY NAME SELECT $1 AS id, id AS recording, feed, $2 AS series, 'range' AS rule,
           'out of range' AS reason, $2 AS excerpt, made_at FROM recording LIMIT 1`,
        [id, series],
      )
    await refused('3f2a9c41'.padEnd(64, '0'), 'VIXCLS')
    await refused('b1'.padEnd(64, '0'), 'WTREGEN')
    await connection.run(
      `INSERT INTO extraction SELECT * REPLACE ('0001193125-26-016002' AS accession, 'held' AS status, 'one sentence alone' AS reason)
       FROM (SELECT * FROM extraction ORDER BY accession LIMIT 1)`,
    )
    connection.closeSync()
    instance.closeSync()
  }
}

/** Payments that no server works on: paid and not delivered, or of unknown outcome, two of these past their end. */
async function payments(place: string): Promise<void> {
  const state = await openState(place)
  const now = Date.now()
  const row = (start: string, change: object) => {
    const nonce = `0x${start}`.padEnd(66, '0')
    const payer = `0x${'1'.repeat(40)}`
    return {
      id: `eip155:84532/${'0x036cbd53842c5426634e7929541ec2318f3dcf7e'}/${payer}/${nonce}`,
      protocol: 'x402' as const,
      network: 'eip155:84532',
      payer,
      amount: '20000',
      scope: 'GET /api/btc',
      state: 'unknown' as const,
      holder: null,
      lease_until: 0,
      from_block: null,
      valid_before: Math.floor(now / 1000) + 3_600,
      reference: null,
      receipt: null,
      asset: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
      pay_to: `0x${'2'.repeat(40)}`,
      signed: null,
      signature_hash: null,
      note: null,
      deliveries: 0,
      created_at: now - 600_000,
      updated_at: now - 600_000,
      ...change,
    }
  }
  const settled = { state: 'settled' as const, reference: `0x${'5'.repeat(64)}`, receipt: '{}' }
  await state.db
    .insertInto('payment')
    .values([
      row('9f3ac2b11d', {}),
      row('51c07e20aa', { valid_before: 1_700_000_000 }),
      row('77ab01d3e4', settled),
      row('c4d2f0b196', { ...settled, reference: `0x${'6'.repeat(64)}` }),
    ])
    .execute()
  await state.close()
}
