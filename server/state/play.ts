import { sql } from 'kysely'
import type { State } from './open.ts'

/** Every payer begins with 10 dollars of play money, in base units. */
const playStart = 10_000_000n

export interface PlayTransfer {
  readonly payer: string
  readonly nonce: string
  readonly recipient: string
  readonly amount: bigint
  readonly reference: string
}

/** Play money of an address, in base units. */
export async function playBalance({ db }: State, address: string): Promise<bigint> {
  const row = await db
    .selectFrom('play_account')
    .select('balance')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()
  return row === undefined ? playStart : BigInt(row.balance)
}

/** The transfer a payer's nonce was used for, or null. */
export async function playTransfer({ db }: State, payer: string, nonce: string): Promise<PlayTransfer | null> {
  const row = await db
    .selectFrom('play_transfer')
    .select(['payer', 'nonce', 'recipient', 'amount', 'reference'])
    .where('payer', '=', payer.toLowerCase())
    .where('nonce', '=', nonce.toLowerCase())
    .executeTakeFirst()
  return row === undefined ? null : { ...row, amount: BigInt(row.amount) }
}

/** Moves play money in one step: each nonce of a payer once, and never more than there is. */
export async function transferPlay(
  state: State,
  transfer: PlayTransfer,
  now: number,
): Promise<'done' | 'nonce used' | 'too little'> {
  const payer = transfer.payer.toLowerCase()
  const recipient = transfer.recipient.toLowerCase()
  /** Balance of an account that begins with this transfer. */
  const first = (address: string) =>
    (address === payer ? playStart - transfer.amount : 0n) + (address === recipient ? transfer.amount : 0n)
  return state.db
    .transaction()
    .execute(async (within) => {
      const { numInsertedOrUpdatedRows } = await within
        .insertInto('play_transfer')
        .values({
          payer,
          nonce: transfer.nonce.toLowerCase(),
          recipient,
          amount: String(transfer.amount),
          reference: transfer.reference,
          created_at: now,
        })
        .onConflict((on) => on.columns(['payer', 'nonce']).doNothing())
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) return 'nonce used'
      const after = await within
        .insertInto('play_account')
        // in one order whoever pays whom, so that two transfers never wait for one another
        .values([...new Set([payer, recipient])].sort().map((address) => ({ address, balance: String(first(address)) })))
        .onConflict((on) =>
          on.column('address').doUpdateSet({
            balance: sql<string>`cast(cast(play_account.balance as bigint) + cast(excluded.balance as bigint)
              - case when play_account.address = ${payer} then ${sql.lit(Number(playStart))} else 0 end as text)`,
          }),
        )
        .returning('balance')
        .execute()
      if (after.some(({ balance }) => BigInt(balance) < 0n)) throw new TooLittle()
      return 'done'
    })
    .catch((error: unknown) => {
      if (error instanceof TooLittle) return 'too little'
      throw error
    })
}

/** Ends a transfer that began, so that nothing of it stays. */
class TooLittle extends Error {}
