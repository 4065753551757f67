import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adoptedSequenceStore } from '../../server/state/newest-edition.ts'
import { openState } from '../../server/state/open.ts'
import { kinds } from './stores.ts'

describe.each(kinds)('the newest edition that was served, on %s', (_, kind) => {
  beforeAll(() => kind.begin())
  afterAll(() => kind.end())

  test('is kept by store, for every server, also a lower one that is accepted', async () => {
    const place = await kind.place()
    const [one, two] = [adoptedSequenceStore(place, 's3://a/'), adoptedSequenceStore(place, 's3://a/')]
    expect(await one.read()).toBeNull()
    await one.write(5, null)
    await two.write(6, null)
    expect(await two.read()).toBe(5)
    await Promise.all([one.write(6, 5), two.write(7, 5)])
    const kept = (await one.read())!
    expect([6, 7]).toContain(kept)
    await two.write(2, kept)
    expect(await one.read()).toBe(2)
    expect(await adoptedSequenceStore(place, 's3://b/').read()).toBeNull()
    const state = await openState(place)
    expect((await state.db.selectFrom('revision').select('value').execute()).map(({ value }) => value)).toEqual([2])
    await state.close()
  })
})
