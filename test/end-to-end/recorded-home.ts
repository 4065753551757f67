import { replayFolder } from '../recorded.ts'
import { type SharedHome, sharedHome } from './home.ts'

/** Of the real recordings, as of the last day they hold. */
export const recordedRun = () =>
  ({
    feeds: { kind: 'recorded', folder: replayFolder() },
    asOf: '2026-07-23',
    now: Date.parse('2026-07-23T23:59:59Z'),
  }) as const

/** A home refreshed once from the real recordings, made once a run and shared by its test files. It is read, never written: copy it for that. */
export const recordedHome = (): Promise<SharedHome> => sharedHome('recorded', recordedRun())
