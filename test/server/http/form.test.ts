import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readForm } from '../../../server/http/form.ts'

function sent(body: string): IncomingMessage {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  return Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as IncomingMessage
}

test('of forms sent at the same moment at most one goes on in a turn of the event loop', async () => {
  let gone = 0
  const forms = Array.from({ length: 50 }, async (_, n) => {
    const form = await readForm(sent(`n=${n}`), 'http://127.0.0.1')
    gone++
    return form.get('n')
  })
  for (let before = 0; gone < forms.length; before = gone) {
    await turnOfTheLoop()
    expect(gone - before).toBeLessThanOrEqual(1)
  }
  await expect(Promise.all(forms)).resolves.toEqual(forms.map((_, n) => String(n)))
})
