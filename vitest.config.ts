import { defineConfig } from 'vitest/config'
import { filesWithOwnProcess } from './test/own-process.ts'

/**
 * No test measures time by failing: on a machine that is several times slower everything still holds. Documents are made of many small values, which
 * a larger young generation (MB) lets die in it: a refresh spends a third of the time on collecting them.
 */
const patient = {
  ...{ testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 30_000 } } },
  execArgv: ['--max-semi-space-size=64'],
}
const alone = filesWithOwnProcess(import.meta.dirname, '.test.ts')
const recordedAlone = filesWithOwnProcess(import.meta.dirname, '.recorded.ts')
const recordings = { globalSetup: ['test/recordings-are-here.ts'], setupFiles: ['test/seeded.ts'], ...patient }

/**
 * default: pure and in-process rings, no network, no servers, no recordings; files that change nothing about their process share one for
 * each worker, so that code is loaded and warmed up once. alone: those that do. recorded and recorded-alone: the same with the
 * real bodies of ../shared/feeds. temporal: needs a Temporal server. scale: needs an S3 server, and in part
 * Temporal and Postgres. chain: payments on an EVM node and on LiteSVM. browser: needs
 * Chromium. guides: types what the docs say. torture, recorded-torture and
 * scale-torture: long counts, and outages that last as long as they do in the world.
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
      {
        test: {
          name: 'recorded',
          include: ['test/**/*.recorded.ts'],
          exclude: recordedAlone,
          isolate: false,
          ...recordings,
        },
      },
      { test: { name: 'recorded-alone', include: recordedAlone, sequence: { groupOrder: 1 }, ...recordings } },
      { test: { name: 'temporal', include: ['test/**/*.temporal.ts'], ...patient } },
      { test: { name: 'scale', include: ['test/**/*.scale.ts'], ...patient } },
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
      {
        test: {
          name: 'scale-torture',
          include: ['test/**/*.scale-torture.ts'],
          ...patient,
          testTimeout: 3_600_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'recorded-torture',
          include: ['test/**/*.recorded-torture.ts'],
          ...recordings,
          testTimeout: 3_600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
