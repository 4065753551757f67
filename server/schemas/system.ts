import { z } from 'zod'
import { absentSchema } from '../../pipeline/documents/absent.ts'
import { feedLine } from '../../pipeline/documents/feed-status.ts'
import { component, daySchema, instantSchema } from './base.ts'

const healthStatus = z.enum(['ok', 'degraded', 'down'])

export const healthCheck = z.object({ name: z.string(), status: healthStatus, detail: z.string() }).meta({ id: 'HealthCheck' })

export const healthSchema = z
  .object({ status: healthStatus, time: instantSchema, edition: z.string().nullable(), checks: z.array(healthCheck) })
  .meta({ id: 'Health' })

const feedRun = z.object({ at: instantSchema, recordings: z.int(), rows: z.int(), failures: z.int() }).meta({
  id: 'FeedRun',
  description:
    'The newest run that read the feed: its end, the responses it read, the rows of those that were new, and how many requests failed or were refused.',
})

const servedFeed = feedLine(z)
  .extend({ last_run: feedRun.nullable().describe('Null while no run is known to this server.') })
  .meta({ id: 'ServedFeed' })

export const statusSchema = component(
  'Status',
  'Feeds and briefings of the current edition, judged now: a state changes when data that was due has not arrived.',
  {
    edition: z.string(),
    published_at: instantSchema,
    feeds: z.array(servedFeed),
    briefings: z.array(z.object({ id: z.string(), as_of: daySchema, freshness: z.string() })),
    absent: z.array(absentSchema(z)),
  },
)

export const versionSchema = z
  .object({ name: z.string(), version: z.string(), interface: z.string(), commit: z.string().nullable() })
  .meta({ id: 'Version', description: '`interface` is the version of the interface specification implemented.' })

export const keySetSchema = component('KeySet', 'JSON Web Key Set (RFC 7517).', {
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string().describe('The public key, base64url.'),
      kid: z.string().describe('Its thumbprint (RFC 7638), which signatures name.'),
      alg: z.literal('EdDSA'),
      use: z.literal('sig'),
    }),
  ),
})

export const didSchema = component('DidDocument', 'A DID document (W3C DID Core, method did:web).', {
  '@context': z.array(z.string()),
  id: z.string().describe('did:web and the host.'),
  verificationMethod: z.array(
    z.object({
      id: z.string(),
      type: z.literal('JsonWebKey2020'),
      controller: z.string(),
      publicKeyJwk: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), alg: z.literal('EdDSA') }),
    }),
  ),
  assertionMethod: z.array(z.string()),
})

export type FeedRun = z.infer<typeof feedRun>
export type ServedFeed = z.infer<typeof servedFeed>
export type HealthCheck = z.infer<typeof healthCheck>
export type Health = z.infer<typeof healthSchema>
export type Status = z.infer<typeof statusSchema>
export type Version = z.infer<typeof versionSchema>
