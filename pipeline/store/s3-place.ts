/** A bucket, or a part of one below a prefix, and how to reach it. */
export interface S3Place {
  /** Origin of the service, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Ends in `/` unless empty. */
  readonly prefix: string
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixName = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/
/** A part of a path that an address does without: what is left would be another prefix. */
const dots = /\/\.{1,2}(\/|\?|$)/
const regionName = /^[a-z0-9-]{1,40}$/
/** What may follow the `?` of an address. */
export const s3Options: readonly string[] = ['endpoint', 'region']

/**
 * Reads `s3://bucket/prefix?region=eu-central-1` or, for a service other than Amazon's, `s3://bucket/prefix?endpoint=https://host:9000`. Null for
 * anything else: with a misspelt option the bytes would go to another service.
 */
export function s3Place(address: string): S3Place | null {
  if (!address.startsWith('s3://') || dots.test(address) || !URL.canParse(address)) return null
  const { host, pathname, searchParams, username, password, hash } = new URL(address)
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const region = searchParams.get('region') ?? 'us-east-1'
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const isRight =
    [...searchParams.keys()].every((name) => s3Options.includes(name)) &&
    `${username}${password}${hash}` === '' &&
    bucketName.test(host) &&
    (prefix === '' || prefixName.test(prefix)) &&
    regionName.test(region) &&
    isOrigin(endpoint)
  return isRight ? { endpoint: new URL(endpoint).origin, region, bucket: host, prefix: prefix === '' ? '' : `${prefix}/` } : null
}

/** The options of an address that do not exist, such as a misspelt one; those that are written like a value and not like a name are left out. */
export function unknownS3Options(address: string): readonly string[] {
  const given = URL.canParse(address) ? [...new URL(address).searchParams.keys()] : []
  return given.filter((name) => /^[A-Za-z][A-Za-z_-]{0,19}$/.test(name) && !s3Options.includes(name))
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { origin, href } = new URL(text)
  return href === `${origin}/`
}
