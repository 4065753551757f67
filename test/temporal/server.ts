import { NoTemporalServer, type TemporalServer, temporalBinary, temporalServer } from '../../scripts/temporal-server.ts'

/** A server for one file of tests, or null, having said why. With REQUIRE_TEMPORAL=1 its absence is a failure. */
export function serverOrNull(): Promise<TemporalServer | null> {
  return orNull(temporalServer)
}

/** The binary for tests that stop their server, likewise. */
export function binaryOrNull(): Promise<string | null> {
  return orNull(temporalBinary)
}

async function orNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof NoTemporalServer) || process.env['REQUIRE_TEMPORAL'] === '1') throw error
    console.warn(`skipping what needs Temporal: ${error.message}`)
    return null
  }
}
