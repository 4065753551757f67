import { NoServer } from '../scripts/program.ts'

/** What `find` gives, or null where this machine cannot have it, having printed why; with `variable` set to 1 that is a failure. */
export async function foundOrNull<T>(what: string, variable: string, find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof NoServer) || process.env[variable] === '1') throw error
    console.warn(`skipping what needs ${what}: ${error.message}`)
    return null
  }
}
