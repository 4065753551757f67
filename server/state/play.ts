import { sql } from 'kysely'
import type { State } from './open.ts'
import { prepared } from './prepared.ts'
import type { PlayTransferTable } from './schema.ts'

/** Every payer begins with 10 dollars of play money, in base units. */
const playStart = 10_000_000n

export interface PlayTransfer {
  readonly payer: string
  readonly nonce: string
  readonly recipient: string
  readonly amount: bigint
  readonly reference: string
}

const balance = prepared((db, { address }: { address: string }) =>
  db.selectFrom('play_account').select('balance').where('address', '=', address),
)

const transferOf = prepared((db, given: { payer: string; nonce: string }) =>
  db
    .selectFrom('play_transfer')
    .select(['payer', 'nonce', 'recipient', 'amount', 'reference'])
    .where('payer', '=', given.payer)
    .where('nonce', '=', given.nonce),
)

const record = prepared((db, given: PlayTransferTable) =>
  db
    .insertInto('play_transfer')
    .values({
      payer: given.payer,
      nonce: given.nonce,
      recipient: given.recipient,
      amount: given.amount,
      reference: given.reference,
      created_at: given.created_at,
    })
    .onConflict((on) => on.columns(['payer', 'nonce']).doNothing()),
)

const book = prepared((db, given: { address: string; first: string; change: string }) =>
  db
    .insertInto('play_account')
    .values({ address: given.address, balance: given.first })
    .onConflict((on) =>
      on.column('address').doUpdateSet({
        balance: sql<string>`cast(cast(play_account.balance as bigint) + cast(${given.change} as bigint) as text)`,
      }),
    )
    .returning('balance'),
)

/** Play money of an address, in base units. */
export async function playBalance(state: State, address: string): Promise<bigint> {
  const { rows } = await balance(state, { address: address.toLowerCase() })
  return rows[0] === undefined ? playStart : BigInt(rows[0].balance)
}

/** The transfer a payer's nonce was used for, or null. */
export async function playTransfer(state: State, payer: string, nonce: string): Promise<PlayTransfer | null> {
  const { rows } = await transferOf(state, { payer: payer.toLowerCase(), nonce: nonce.toLowerCase() })
  return rows[0] === undefined ? null : { ...rows[0], amount: BigInt(rows[0].amount) }
}

/** Ends a payer's nonce for good where no transfer used it, by a transfer of nothing to nobody: from then on none can. */
export async function voidPlay(state: State, payer: string, nonce: string, now: number): Promise<void> {
  const voided = { payer: payer.toLowerCase(), nonce: nonce.toLowerCase(), recipient: '', amount: '0', reference: '' }
  await record(state, { ...voided, created_at: now })
}

/** All transfers to a recipient, the oldest first. */
export async function playTransfers({ db }: State, recipient: string): Promise<Readonly<PlayTransferTable>[]> {
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
  const payer = transfer.payer.toLowerCase()
  const recipient = transfer.recipient.toLowerCase()
  const recorded = {
    payer,
    nonce: transfer.nonce.toLowerCase(),
    recipient,
    amount: String(transfer.amount),
    reference: transfer.reference,
    created_at: now,
  }
  return state.db
    .transaction()
    .execute(async (within) => {
      const { numAffectedRows } = await record(state, recorded, within)
      if (!numAffectedRows) return 'nonce used'
      // in one order whoever pays whom, so that two transfers never wait for one another
      for (const address of [...new Set([payer, recipient])].sort()) {
        const change = (address === recipient ? transfer.amount : 0n) - (address === payer ? transfer.amount : 0n)
        const first = (address === payer ? playStart : 0n) + change
        const { rows } = await book(state, { address, first: String(first), change: String(change) }, within)
        if (BigInt(rows[0]!.balance) < 0n) throw new TooLittle()
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
