import { describe, expect, test } from 'vitest'
import { selectHost } from '../../workflows/hosts/select.ts'

describe('the host', () => {
  test.each([
    [undefined, {}, 'in-process'],
    [undefined, { TEMPORAL_ADDRESS: 'temporal:7233' }, 'temporal'],
    [undefined, { TEMPORAL_PROFILE: 'production' }, 'temporal'],
    [undefined, { TEMPORAL_CONFIG_FILE: 'temporal.toml' }, 'temporal'],
    [undefined, { TEMPORAL_ADDRESS: '' }, 'in-process'],
    [undefined, { TEMPORAL_NAMESPACE: 'x' }, 'in-process'],
    [undefined, { BRIEFING_HOST: 'temporal' }, 'temporal'],
    [undefined, { BRIEFING_HOST: 'in-process', TEMPORAL_ADDRESS: 'temporal:7233' }, 'in-process'],
    [undefined, { BRIEFING_HOST: '', TEMPORAL_ADDRESS: 'temporal:7233' }, 'temporal'],
    ['in-process', { BRIEFING_HOST: 'temporal', TEMPORAL_ADDRESS: 'temporal:7233' }, 'in-process'],
    ['temporal', { BRIEFING_HOST: 'in-process' }, 'temporal'],
    ['temporal', { BRIEFING_HOST: 'nonsense' }, 'temporal'],
  ] as const)('--host %s with %o is %s', (flag, env, host) => {
    expect(selectHost(flag, env)).toBe(host)
  })

  test.each([
    ['Temporal', {}, '--host is "Temporal"; set it to in-process or temporal'],
    ['', {}, '--host is ""; set it to in-process or temporal'],
    [undefined, { BRIEFING_HOST: '1' }, 'BRIEFING_HOST is "1"; set it to in-process or temporal'],
  ])('%s with %o is wrong use', (flag, env, message) => {
    expect(() => selectHost(flag, env)).toThrow(expect.objectContaining({ name: 'InputError', code: 'HOST_UNKNOWN', message }))
  })
})
