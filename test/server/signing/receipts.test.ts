import { extractJWSHeader, verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../payments/shop.ts'
import { payer, quoteIn, x402Header, x402Payload } from '../payments/signing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('a payment by x402 has a receipt that the official library verifies with the key that the DID document names', async () => {
  const { headers } = await shop.get('/api/btc')
  const quote = quoteIn(headers)
  const answer = await shop.get('/api/btc', { headers: x402Header(await x402Payload(payer(40), quote)) })
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
