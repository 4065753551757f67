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
      // in one order whoever pays whom, so that two transfers never wait for one another
      for (const address of [...new Set([payer, recipient])].sort()) {
        const begin = address === payer ? playStart : 0n
        const balance = await within
          .insertInto('play_account')
          .values({ address, balance: String(begin) })
          .onConflict((on) => on.column('address').doUpdateSet((row) => ({ balance: row.ref('play_account.balance') })))
          .returning('balance')
          .executeTakeFirstOrThrow()
        const change = (address === recipient ? transfer.amount : 0n) - (address === payer ? transfer.amount : 0n)
        const after = BigInt(balance.balance) + change
        if (after < 0n) throw new TooLittle()
        await within
          .updateTable('play_account')
          .set({ balance: String(after) })
          .where('address', '=', address)
          .execute()
      }
      return 'done'
    })
    .catch((error: unknown) => {
      if (error instanceof TooLittle) return 'too little'
      throw error
    })
}

/** Ends a transfer that began, so that nothing of it stays. */
class TooLittle extends Error {}
