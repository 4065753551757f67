import { type TemporalServer, temporalBinary, temporalServer } from '../../scripts/temporal-server.ts'
import { foundOrNull } from '../required.ts'

/** A server for one file of tests, or null, having said why. With REQUIRE_TEMPORAL=1 its absence is a failure. */
export function serverOrNull(): Promise<TemporalServer | null> {
  return foundOrNull('Temporal', 'REQUIRE_TEMPORAL', temporalServer)
}

/** The binary for tests that stop their server, likewise. */
export function binaryOrNull(): Promise<string | null> {
  return foundOrNull('Temporal', 'REQUIRE_TEMPORAL', temporalBinary)
}
