import { expect, test } from 'vitest'
import { figureLine, killPublishers } from './kill.ts'

const kills = process.env['TORTURE'] === '1' ? 200 : 20
if (kills < 200) console.log('20 of the 200 kills: set TORTURE=1 for all')

test(`a publisher killed ${kills} times at random moments tears nothing and loses nothing it acknowledged`, async () => {
  const figures = await killPublishers({ kills, readers: 4, seed: Math.trunc(Math.random() * 2 ** 31) })
  console.log(figureLine(figures))
  expect(figures).toMatchObject({ torn: [], lost: 0, ledger: [], kills })
  expect(figures.published).toBeGreaterThan(kills / 2)
  expect(figures.readings).toBeGreaterThan(kills * 5)
})
