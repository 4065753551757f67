import { getBase64Encoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import { getTokenPayerFromTransaction, transactionMessageHash } from '@x402/svm'

/** What a Solana transaction says of itself, whoever signed it. */
export interface SolanaTransaction {
  /** SHA-256 of the message in base64. */
  readonly messageHash: string
  /** Whose tokens the first instruction of a token program moves; empty where none does. */
  readonly payer: string
  /** The transaction cannot land once this is too old. */
  readonly blockHash: string
  /** Its second account: who signs after the fee payer. */
  readonly signer: string
}

const transactions = getTransactionDecoder()
const messages = getCompiledTransactionMessageDecoder()

/** Reads the transaction of a payment, in base64. Throws where it is none. */
export function readTransaction(wire: string): SolanaTransaction {
  const transaction = decoded(wire)
  const {
    staticAccounts: [, signer],
    lifetimeToken,
  } = messages.decode(transaction.messageBytes)
  if (signer === undefined) throw new Error('the transaction names one account only')
  return {
    messageHash: transactionMessageHash(transaction),
    payer: getTokenPayerFromTransaction(transaction),
    blockHash: lifetimeToken,
    signer,
  }
}

/** The same hash of any transaction, in base64. */
export function messageHashOf(wire: string): string {
  return transactionMessageHash(decoded(wire))
}

function decoded(wire: string) {
  return transactions.decode(getBase64Encoder().encode(wire))
}
