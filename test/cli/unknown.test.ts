import { describe, expect, test } from 'vitest'
import { feedsMode } from '../../cli/day-and-time.ts'
import { errorSentence } from '../../cli/exit.ts'
import { historyOf, portOf, readSettings, refuseUnknownSettings } from '../../cli/settings.ts'
import { unknown } from '../../cli/unknown.ts'
import { wantedBriefings, wantedFeeds } from '../../cli/wanted.ts'

const said = (work: () => unknown): string => {
  try {
    return `no error: ${String(work())}`
  } catch (error) {
    expect(error).toMatchObject({ name: 'InputError' })
    return errorSentence(error)
  }
}

describe('a word that names nothing', () => {
  test.each([
    [
      'an option of a bucket',
      () => readSettings({ BRIEFING_STORE: 's3://briefing/prod?regoin=eu-central-1' }),
      'SETTING: BRIEFING_STORE has the unknown option "regoin"; did you mean region? Its options are endpoint and region; see docs/settings.md',
    ],
    [
      'a secret where the name of an option would be',
      () => readSettings({ BRIEFING_STORE: 's3://briefing/prod?Zm9vYmFyYmF6cXV1eA012345' }),
      expect.not.stringContaining('Zm9v'),
    ],
    ['a slip', () => wantedFeeds('h10,ecb-dat'), 'FEED_UNKNOWN: unknown feed "ecb-dat"; did you mean ecb-data?'],
    [
      'an upstream',
      () => wantedFeeds('fred'),
      'FEED_UNKNOWN: unknown feed "fred"; did you mean fred-api, fred-graph or alfred-graph?',
    ],
    [
      'nothing close',
      () => wantedFeeds('weather'),
      'FEED_UNKNOWN: unknown feed "weather"; to see all of them: briefing status --all',
    ],
    ['a part', () => wantedBriefings('quick'), 'NO_SUCH_BRIEFING: unknown briefing "quick"; did you mean btc.quick-check?'],
    ['a kind of feeds', () => feedsMode('lve'), 'FEEDS: unknown kind of feeds "lve"; did you mean live?'],
  ])('%s', (_, work, sentence) => {
    expect(said(work)).toEqual(sentence)
  })

  test('is listed with all there is where that is little, and cut where it is long', () => {
    const few = { kind: 'action', names: ['list', 'show'] }
    expect(unknown('ACTION', 'frob', few).message).toBe('unknown action "frob"; use list or show')
    expect(unknown('ACTION', 'x'.repeat(500), few).message.length).toBeLessThan(120)
  })

  test('and those that do name something are taken', () => {
    expect([wantedFeeds('h10,ecb-data'), wantedFeeds(undefined), wantedBriefings('btc.pulse')]).toEqual([
      ['h10', 'ecb-data'],
      [],
      ['btc.pulse'],
    ])
  })
})

describe('settings of the environment', () => {
  test('one that does not exist is named with the one that was meant, its value never', () => {
    expect(said(() => refuseUnknownSettings({ BRIEFING_HOME: 'x', BRIEFING_LICENSES: 'a-hidden-word' }))).toBe(
      'SETTING_UNKNOWN: unknown setting "BRIEFING_LICENSES"; did you mean BRIEFING_LICENCES?',
    )
    expect(said(() => refuseUnknownSettings({ BRIEFING_REFRESH_MINUTES: '5' }))).toMatch(/to see all of them: briefing config$/)
  })

  test('those that exist, are empty, or are not ours are left alone', () => {
    const env = { BRIEFING_BUYER_KEY: 'x', BRIEFING_HISTORY: '0', BRIEFING_NOTHING: '', HOME: '/root', OTHER_BRIEFING_X: 'y' }
    expect(() => refuseUnknownSettings(env)).not.toThrow()
  })

  test('a wrong word of a list is answered with the one that was meant, and not repeated', () => {
    const sentence = said(() => readSettings({ BRIEFING_LICENCES: 'coinmetrics,coingeko' }))
    expect(sentence).toMatch(/did you mean coingecko\?$/)
    expect(sentence).not.toContain('coingeko,')
    expect(said(() => readSettings({ BRIEFING_LOG: 'a-hidden-word' }))).not.toContain('hidden')
  })

  test('options that stand for a setting are checked as it is', () => {
    expect([portOf(undefined), portOf('0'), historyOf('120')]).toEqual([undefined, 0, 120])
    expect(said(() => portOf('x'))).toBe('OPTION: --port must be a whole number from 0 to 65535')
    expect(said(() => historyOf('-1'))).toMatch(/^OPTION: --history must be a whole number from 0 to/)
  })
})
