import { defineConfig } from 'vitest/config'

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
          setupFiles: ['test/seeded.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'temporal', include: ['test/**/*.temporal.ts'], testTimeout: 180_000, hookTimeout: 120_000 } },
      { test: { name: 'chain', include: ['test/**/*.chain.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.browser.ts'],
          globalSetup: ['test/refreshed-homes.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'torture',
          include: ['test/**/*.torture.ts'],
          globalSetup: ['test/refreshed-homes.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
