import { sql } from 'kysely'
import type { State } from './open.ts'
import { addRow, findRow, undoableTransaction } from './rows.ts'
import type { Tables } from './schema.ts'

/** Every payer begins with 10 dollars of play money, in base units. */
const playStart = 10_000_000n

export type PlayTransfer = Readonly<Omit<Tables['play_transfer'], 'amount' | 'created_at'>> & { readonly amount: bigint }

/** Play money of an address, in base units. */
export async function playMoneyBalance({ db }: State, address: string): Promise<bigint> {
  const account = await findRow(db, 'play_account', { address: address.toLowerCase() })
  return account === null ? playStart : BigInt(account.balance)
}

/** The transfer a payer's nonce was used for, or null. */
export async function playTransfer({ db }: State, payer: string, nonce: string): Promise<PlayTransfer | null> {
  const row = await findRow(db, 'play_transfer', { payer: payer.toLowerCase(), nonce: nonce.toLowerCase() })
  return row && { ...row, amount: BigInt(row.amount) }
}

/** Ends a payer's nonce for good where no transfer used it, by a transfer of nothing to nobody: from then on none can. */
export async function voidPlayNonce({ db }: State, payer: string, nonce: string, now: number): Promise<void> {
  const voided = { payer: payer.toLowerCase(), nonce: nonce.toLowerCase(), recipient: '', amount: '0', reference: '' }
  await addRow(db, 'play_transfer', { ...voided, created_at: now })
}

/** All transfers to a recipient, the oldest first. */
export async function playTransfers({ db }: State, recipient: string): Promise<Readonly<Tables['play_transfer']>[]> {
  return db
    .selectFrom('play_transfer')
    .selectAll()
    .where('recipient', '=', recipient.toLowerCase())
    .orderBy('created_at')
    .orderBy('reference')
    .execute()
}

/** Moves play money in one step: each nonce of a payer once, and never more than there is. */
export async function transferPlay(
  state: State,
  transfer: PlayTransfer,
  now: number,
): Promise<'done' | 'nonce used' | 'too little'> {
  const { amount, ...named } = transfer
  const payer = named.payer.toLowerCase()
  const recipient = named.recipient.toLowerCase()
  const recorded = { ...named, payer, nonce: named.nonce.toLowerCase(), recipient, amount: String(amount), created_at: now }
  return undoableTransaction<'done' | 'nonce used' | 'too little'>(state, async (within, undo) => {
    if (!(await addRow(within, 'play_transfer', recorded))) return 'nonce used'
    // in one order whoever pays whom, so that two transfers never wait for one another
    for (const address of [...new Set([payer, recipient])].sort()) {
      const change = (address === recipient ? amount : 0n) - (address === payer ? amount : 0n)
      const first = (address === payer ? playStart : 0n) + change
      const { balance } = await within
        .insertInto('play_account')
        .values({ address, balance: String(first) })
        .onConflict((on) =>
          on.column('address').doUpdateSet({
            balance: sql<string>`cast(cast(play_account.balance as bigint) + cast(${String(change)} as bigint) as text)`,
          }),
        )
        .returning('balance')
        .executeTakeFirstOrThrow()
      if (BigInt(balance) < 0n) return undo('too little')
    }
    return 'done'
  })
}
