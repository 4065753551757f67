import { defineConfig } from 'vitest/config'
import { filesWithOwnProcess } from './test/own-process.ts'

/** No test measures time by failing: on a machine that is several times slower everything still holds. */
const patient = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 30_000 } } }
const alone = filesWithOwnProcess(import.meta.dirname)

/**
 * default: pure, recorded and in-process rings, no network, no servers; files that change nothing about their process share one for each
 * worker, so that code is loaded and warmed up once. alone: those that do. temporal: needs a Temporal server. chain: payments on an EVM
 * node and on LiteSVM. browser: needs Chromium. guides: types what the docs say. torture: long counts.
 */
export default defineConfig({
  test: {
    // One more than half again would compute at once: some of them wait.
    maxWorkers: '150%',
    globalSetup: ['test/run-folder.ts'],
    projects: [
      {
        test: {
          name: 'default',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          setupFiles: ['test/seeded.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          setupFiles: ['test/seeded.ts'],
          sequence: { groupOrder: 1 },
          ...patient,
        },
      },
      { test: { name: 'temporal', include: ['test/**/*.temporal.ts'], ...patient } },
      { test: { name: 'chain', include: ['test/**/*.chain.ts'], ...patient } },
      {
        test: { name: 'browser', include: ['test/browser/**/*.browser.ts'], ...patient },
      },
      {
        test: {
          name: 'guides',
          include: ['test/**/*.guide.ts'],
          ...patient,
          // each page is a session of a dozen commands
          testTimeout: 1_800_000,
          maxConcurrency: 2,
        },
      },
      {
        test: {
          name: 'torture',
          include: ['test/**/*.torture.ts'],
          ...patient,
          testTimeout: 3_600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
