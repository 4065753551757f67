import { existsSync } from 'node:fs'
import { isGrpcServiceError } from '@temporalio/client'
import { type ClientConnectConfig, loadClientConnectConfig } from '@temporalio/envconfig'
import type { Log } from '../../activities/activity.ts'
import { InputError, UnavailableError } from '../../pipeline/errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface TemporalSettings {
  readonly address: string
  readonly namespace: string
  readonly connection: ClientConnectConfig['connectionOptions']
}

/** How long a server that is configured may take to answer: services of one compose file start in any order. */
export const patienceMs = 30_000

const grpc = { notFound: 5, permissionDenied: 7, unavailable: 14, unauthenticated: 16 } as const

/**
 * Address, namespace, key and TLS from Temporal's own variables and configuration file.
 * @throws InputError `TEMPORAL_SETTINGS` when they cannot be read
 */
export function temporalSettings(env: Environment): TemporalSettings {
  const set = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
  const file = set['TEMPORAL_CONFIG_FILE']
  // Temporal's own reader takes a file that is not there for an empty one, and would look for a server on this machine.
  if (file !== undefined && !existsSync(file))
    throw new InputError('TEMPORAL_SETTINGS', 'the file named by TEMPORAL_CONFIG_FILE does not exist; correct the setting')
  let config: ClientConnectConfig
  try {
    config = loadClientConnectConfig({ overrideEnvVars: set })
  } catch {
    // The reader's message quotes the line, which may hold a key.
    throw new InputError(
      'TEMPORAL_SETTINGS',
      'the Temporal settings cannot be read; correct TEMPORAL_CONFIG_FILE or TEMPORAL_PROFILE',
    )
  }
  const address = config.connectionOptions.address ?? 'localhost:7233'
  return { address, namespace: config.namespace ?? 'default', connection: { ...config.connectionOptions, address } }
}

/**
 * Calls `connect` until it succeeds or patience is at an end; a server that answers and refuses is not asked again.
 * @throws UnavailableError `TEMPORAL_UNREACHABLE` | `TEMPORAL_REFUSED`
 */
export async function reach<T>(address: string, connect: () => Promise<T>, log: Log, patience = patienceMs): Promise<T> {
  const until = performance.now() + patience
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect()
    } catch (error) {
      if (refused(error)) throw refusal(address)
      if (performance.now() >= until) throw unreachable(address, patience)
      if (attempt === 1) log.warn('waiting for Temporal', { address, forMs: patience })
      await new Promise((resolve) => setTimeout(resolve, Math.min(1_000, patience / 10)))
    }
  }
}

export function unreachable(address: string, patience = patienceMs): UnavailableError {
  const seconds = Math.round(patience / 1_000)
  return new UnavailableError(
    'TEMPORAL_UNREACHABLE',
    `Temporal at ${address} did not answer for ${seconds} s; start it (npm run temporal:dev) or correct TEMPORAL_ADDRESS, or run without it: --host in-process`,
    { address },
  )
}

function refusal(address: string): UnavailableError {
  return new UnavailableError(
    'TEMPORAL_REFUSED',
    `Temporal at ${address} rejects these credentials; correct TEMPORAL_API_KEY or the TLS files, or run without it: --host in-process`,
    { address },
  )
}

export function isUnavailable(error: unknown): boolean {
  return grpcCode(error) === grpc.unavailable
}

export function isNotFound(error: unknown): boolean {
  return grpcCode(error) === grpc.notFound
}

function refused(error: unknown): boolean {
  const code = grpcCode(error)
  return code === grpc.permissionDenied || code === grpc.unauthenticated
}

/** The gRPC status of an error or of what caused it. */
function grpcCode(error: unknown): number | null {
  for (let link = error; link instanceof Error; link = link.cause) if (isGrpcServiceError(link)) return link.code
  return null
}
