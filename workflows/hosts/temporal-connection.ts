import { existsSync } from 'node:fs'
import { type Connection, isGrpcServiceError } from '@temporalio/client'
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
export const temporalPatienceMs = 30_000

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
 * Calls `connect` until it succeeds or patience is at an end; a server that answers and refuses is not retried. @throws
 *  UnavailableError `TEMPORAL_UNREACHABLE` | `TEMPORAL_REFUSED`
 */
export async function connectWithPatience<T>(
  address: string,
  connect: () => Promise<T>,
  log: Log,
  patience = temporalPatienceMs,
): Promise<T> {
  const until = performance.now() + patience
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect()
    } catch (error) {
      if (isRefused(error) || isInsecure(error)) throw refusal(address)
      if (performance.now() >= until) throw unreachable(address, patience)
      if (attempt === 1) log.warn('waiting for Temporal', { address, forMs: patience })
      await new Promise((resolve) => setTimeout(resolve, Math.min(1_000, patience / 10)))
    }
  }
}

function unreachable(address: string, patience = temporalPatienceMs): UnavailableError {
  const seconds = Math.round(patience / 1_000)
  return new UnavailableError(
    'TEMPORAL_UNREACHABLE',
    `Temporal at ${address} did not answer for ${seconds} s; start it (npm run temporal:dev) or correct TEMPORAL_ADDRESS`,
    { address },
  )
}

function refusal(address: string): UnavailableError {
  return new UnavailableError(
    'TEMPORAL_REFUSED',
    `Temporal at ${address} rejects these credentials; correct TEMPORAL_API_KEY or the TLS files, or have it grant them the namespace`,
    { address },
  )
}

export function isUnavailable(error: unknown): boolean {
  return grpcCode(error) === grpc.unavailable
}

function isNotFound(error: unknown): boolean {
  return grpcCode(error) === grpc.notFound
}

function isRefused(error: unknown): boolean {
  const code = grpcCode(error)
  return code === grpc.permissionDenied || code === grpc.unauthenticated
}

/** Certificates and keys that cannot be read or are not accepted; waiting mends none of them. */
function isInsecure(error: unknown): boolean {
  return linksOf(error).some(({ message }) => /certificate|\bPEM\b|\bSSL\b|\bTLS\b|wrong version number|handshake/i.test(message))
}

/**
 * What a call of the server failed with, in our words.
 * @throws UnavailableError `TEMPORAL_UNREACHABLE` | `TEMPORAL_REFUSED` | `TEMPORAL_NAMESPACE`, or the error where it is none of the server
 */
export function throwTemporalError(
  error: unknown,
  { address, namespace }: Pick<TemporalSettings, 'address' | 'namespace'>,
  patience?: number,
): never {
  if (isRefused(error) || isInsecure(error)) throw refusal(address)
  if (isUnavailable(error)) throw unreachable(address, patience)
  if (isNotFound(error) && linksOf(error).some(({ message }) => /namespace/i.test(message))) throw noNamespace(address, namespace)
  throw error
}

/** Throws `UnavailableError` TEMPORAL_NAMESPACE where the server does not know the namespace. */
export async function refuseUnknownNamespace(
  { workflowService }: Pick<Connection, 'workflowService'>,
  { address, namespace }: Pick<TemporalSettings, 'address' | 'namespace'>,
): Promise<void> {
  try {
    await workflowService.describeNamespace({ namespace })
  } catch (error) {
    // Other answers are left to the run: some servers do not let everyone describe a namespace.
    if (isNotFound(error)) throw noNamespace(address, namespace)
  }
}

function noNamespace(address: string, namespace: string): UnavailableError {
  return new UnavailableError(
    'TEMPORAL_NAMESPACE',
    `Temporal at ${address} has no namespace ${namespace}; create it (temporal operator namespace create -n ${namespace}) or correct TEMPORAL_NAMESPACE`,
    { address, namespace },
  )
}

/** Status codes as the native library writes them. */
const nativeCode = /\b(?:code: |status: )?'?(NotFound|PermissionDenied|Unauthenticated|Unavailable)\b/
const nativeCodes: Readonly<Record<string, number>> = {
  NotFound: grpc.notFound,
  PermissionDenied: grpc.permissionDenied,
  Unauthenticated: grpc.unauthenticated,
  Unavailable: grpc.unavailable,
}

/** An error and what caused it. */
function linksOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...linksOf(error.cause)] : []
}

/** The gRPC status of an error or of what caused it. A worker throws errors of the native library, which has it in the words alone. */
export function grpcCode(error: unknown): number | null {
  const links = linksOf(error)
  for (const link of links) if (isGrpcServiceError(link)) return link.code
  const [, name = ''] = links.map(({ message }) => nativeCode.exec(message)).find((match) => match !== null) ?? []
  return nativeCodes[name] ?? null
}
