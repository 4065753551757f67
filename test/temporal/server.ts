import { NoTemporalServer, type TemporalServer, temporalServer } from '../../scripts/temporal-server.ts'

/** A server for one file of tests, or null, having said why. With REQUIRE_TEMPORAL=1 its absence is a failure. */
export async function serverOrNull(): Promise<TemporalServer | null> {
  try {
    return await temporalServer()
  } catch (error) {
    if (!(error instanceof NoTemporalServer) || process.env['REQUIRE_TEMPORAL'] === '1') throw error
    console.warn(`skipping what needs Temporal: ${error.message}`)
    return null
  }
}
