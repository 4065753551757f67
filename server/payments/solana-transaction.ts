import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { getBase58Encoder, getBase64Encoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
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
  /** SHA-256 in hex of the signatures of all but the fee payer, whose place anybody may fill. */
  readonly signatureHash: string
  /** Whether all of those signed the message, and there is one at least. */
  readonly isSigned: boolean
}

const transactions = getTransactionDecoder()
const messages = getCompiledTransactionMessageDecoder()

/** Reads the transaction of a payment, in base64. Throws if it is not one. */
export function readTransaction(wire: string): SolanaTransaction {
  const transaction = decoded(wire)
  const { messageBytes, signatures } = transaction
  const {
    staticAccounts: [feePayer, signer],
    lifetimeToken,
  } = messages.decode(messageBytes)
  if (signer === undefined) throw new Error('the transaction names only one account')
  const signed = Object.entries(signatures).filter(([address]) => address !== feePayer)
  return {
    messageHash: transactionMessageHash(transaction),
    payer: getTokenPayerFromTransaction(transaction),
    blockHash: lifetimeToken,
    signer,
    signatureHash: hash('sha256', Buffer.concat(signed.map(([, bytes]) => bytes ?? new Uint8Array(64)))),
    isSigned:
      signed.length > 0 &&
      signed.every(
        ([address, bytes]) => bytes !== null && verify(null, Buffer.from(messageBytes), publicKey(address), Buffer.from(bytes)),
      ),
  }
}

/** The Ed25519 key an address stands for: its 32 bytes as a SubjectPublicKeyInfo (RFC 8410). */
function publicKey(address: string): KeyObject {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex')
  const key = Buffer.concat([prefix, Buffer.from(getBase58Encoder().encode(address))])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

/** The same hash of any transaction, in base64. */
export function messageHashOf(wire: string): string {
  return transactionMessageHash(decoded(wire))
}

function decoded(wire: string) {
  return transactions.decode(getBase64Encoder().encode(wire))
}
