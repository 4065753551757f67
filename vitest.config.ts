import { defineConfig } from 'vitest/config'

/** No test measures time by failing: on a machine that is several times slower everything still holds. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } }

/**
 * default: pure, recorded and in-process rings, no network, no servers. temporal: needs a Temporal server. chain: payments on an EVM
 * node and on LiteSVM. browser: needs Chromium.
 * torture: long counts.
 */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'default',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/refreshed-homes.ts'],
          setupFiles: ['test/seeded.ts', 'test/source-threads.ts'],
          ...patient,
        },
      },
      { test: { name: 'temporal', include: ['test/**/*.temporal.ts'], setupFiles: ['test/source-threads.ts'], ...patient } },
      { test: { name: 'chain', include: ['test/**/*.chain.ts'], setupFiles: ['test/source-threads.ts'], ...patient } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.browser.ts'],
          globalSetup: ['test/refreshed-homes.ts'],
          setupFiles: ['test/source-threads.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'torture',
          include: ['test/**/*.torture.ts'],
          globalSetup: ['test/refreshed-homes.ts'],
          setupFiles: ['test/source-threads.ts'],
          ...patient,
          testTimeout: 3_600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
