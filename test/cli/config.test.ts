import { expect, test } from 'vitest'
import { settingsInForce } from '../../cli/commands/config.ts'
import { readSettings } from '../../cli/settings.ts'
import { read } from '../house/tree.ts'

test('the settings in force say what gave them and hide what is secret', () => {
  const env = {
    BRIEFING_PORT: '9000',
    BRIEFING_LOG: 'warn',
    FRED_API_KEY: 'a-hidden-word',
    STATE_URL: 'postgres://briefing:a-hidden-word@db.example/briefing',
    MPP_SECRET: 'a-hidden-word of thirty-two characters',
    TEMPORAL_ADDRESS: '127.0.0.1:7233',
    TEMPORAL_API_KEY: 'another-hidden-word',
  }
  const rows = settingsInForce(env, { port: '9001' })
  const of = (setting: string) => {
    const { value, from } = rows.find((row) => row.setting === setting)!
    return [value, from]
  }
  expect(of('BRIEFING_PORT')).toEqual(['9001', 'flag'])
  expect(of('BRIEFING_LOG')).toEqual(['warn', 'environment'])
  expect(of('BRIEFING_ADDRESS')).toEqual(['127.0.0.1', 'default'])
  expect(of('BRIEFING_HOST')).toEqual(['temporal', 'default'])
  expect(of('FRED_API_KEY')).toEqual(['set', 'environment'])
  expect(of('STATE_URL')).toEqual(['set', 'environment'])
  expect(of('MPP_SECRET')).toEqual(['set', 'environment'])
  expect(of('MPP_SECRET_PREVIOUS')).toEqual([null, 'default'])
  expect(of('SEC_CONTACT')).toEqual([null, 'default'])
  expect(of('TEMPORAL_ADDRESS')).toEqual(['127.0.0.1:7233', 'environment'])
  expect(of('TEMPORAL_API_KEY')).toEqual(['set', 'environment'])
  expect(JSON.stringify(rows)).not.toContain('hidden-word')
  expect(() => settingsInForce(env, { port: 'x' })).toThrow('BRIEFING_PORT must be a whole number')
})

test('an installation is named by letters, digits and dashes', () => {
  expect(readSettings({}).installation).toBe('market-briefing')
  expect(readSettings({ BRIEFING_INSTALLATION: 'Staging-2' }).installation).toBe('Staging-2')
  for (const wrong of ['-a', 'a.b', 'a b', 'a'.repeat(64)])
    expect(() => readSettings({ BRIEFING_INSTALLATION: wrong })).toThrow('BRIEFING_INSTALLATION must be up to 63 letters')
})

test('every variable of docs/settings.md and .env.example is listed, and says what it sets', () => {
  const documented = new Set([
    ...[...read('docs/settings.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gm)].flatMap(
      ([, names]) => names!.match(/[A-Z_]+/g)!,
    ),
    ...[...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!),
  ])
  expect(documented.size).toBeGreaterThan(25)
  const listed = new Map(settingsInForce({}, {}).map(({ setting, about }) => [setting, about]))
  expect([...documented].filter((name) => !listed.get(name))).toEqual([])
})
