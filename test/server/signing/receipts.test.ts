import { extractJWSHeader, verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { openShop } from '../payments/shop.ts'
import { payer, quoteIn } from '../payments/signing.ts'

const shop = closedAfter(await openShop())

test('a payment by x402 has a receipt that the official library verifies with the key that the DID document names', async () => {
  const quote = quoteIn((await shop.get('/api/btc')).headers)
  const answer = await shop.buy('/api/btc', 40)
  const response = JSON.parse(Buffer.from(String(answer.headers['payment-response']), 'base64').toString())
  const { receipt } = response.extensions['offer-receipt'].info
  const did = JSON.parse((await shop.get('/.well-known/did.json')).text)
  const { kid } = extractJWSHeader(receipt.signature)
  const method = did.verificationMethod.find(({ id }: { id: string }) => id.split('#')[1] === kid!.split('#')[1])
  const stated = await verifyReceiptSignatureJWS(receipt, method.publicKeyJwk)
  expect(stated).toMatchObject({
    ...{ version: 1, network: 'eip155:84532', resourceUrl: quote.resource!.url },
    ...{ payer: payer(40).address, transaction: response.transaction },
  })
  expect(Math.abs(stated.issuedAt - Date.now() / 1_000)).toBeLessThan(60)
  const altered = {
    ...receipt,
    signature: receipt.signature.replace(/\.(.)/, (_: string, letter: string) => `.${letter === 'e' ? 'f' : 'e'}`),
  }
  await expect(verifyReceiptSignatureJWS(altered, method.publicKeyJwk)).rejects.toThrow()
})
