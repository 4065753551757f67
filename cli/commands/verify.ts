import { readFile } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import { InputError } from '../../pipeline/errors.ts'
import { withFingerprint } from '../../pipeline/render/fingerprint.ts'
import { verifySignature } from '../../server/signing/verify.ts'
import { declare, type ParsedOptions } from '../command.ts'
import { exits } from '../exit.ts'
import { print } from '../print.ts'

const options = [
  ['--headers <file>', 'the headers it came with, as curl -D writes them, with its signature (default: no signature is checked)'],
  ['--server <url>', 'the server whose keys are asked for (default: http://127.0.0.1:8402)', 'http://127.0.0.1:8402'],
  ['--keys <file>', 'a kept copy of /.well-known/jwks.json (default: the keys of --server)'],
] as const

type Options = ParsedOptions<typeof options>

/** `briefing verify FILE --headers FILE`: whether a whole JSON document says what its fingerprint says, and who signed that. */
export const command = declare({
  args: [['<file>', 'a whole JSON document']],
  options,
  examples: ['verify rates.json', 'verify rates.json --headers headers.txt --server https://briefings.example'],
  trouble: 'the document or its signature does not verify',
  guide: 'docs/keys.md',
  action: async ({ global }, options, file) => {
    const document = parsed(await textOf(file), file)
    const { fingerprint } = document
    if (typeof fingerprint !== 'string')
      throw new InputError('NO_FINGERPRINT', `${file} has no fingerprint; save a document with format=json`)
    const { fingerprint: _, computed_at: computed, ...content } = document
    const matches = withFingerprint(content, String(computed)).fingerprint === fingerprint
    const signature = options.headers === undefined ? null : signatureIn(await textOf(options.headers), options.headers)
    const signer = signature === null || !matches ? null : await signerOf(fingerprint, signature, options)
    const signed = signature === null ? 'not checked, without --headers' : (signer?.kid ?? signer?.why ?? 'not checked')
    print(global, { fingerprint, matches, signed_by: signer?.kid ?? null, why: signer?.why ?? null }, [
      `fingerprint  ${matches ? 'matches' : 'DOES NOT MATCH: the document was altered, or is a selection of its members'}`,
      `signature    ${signer?.why === undefined ? (signer === null ? signed : `by ${signed}`) : `DOES NOT MATCH: ${signer.why}`}`,
    ])
    if (!matches || signer?.why !== undefined) process.exitCode = exits.dataTrouble
  },
})

async function signerOf(fingerprint: string, signature: string, options: Options): Promise<{ kid?: string; why?: string }> {
  const keys = await keysFrom(options)
  return verifySignature(fingerprint, signature, keys).catch((error: Error) => ({ why: error.message }))
}

async function keysFrom({ keys, server = '' }: Options): Promise<JSONWebKeySet> {
  if (keys !== undefined) return parsed(await textOf(keys), keys) as unknown as JSONWebKeySet
  const url = new URL('/.well-known/jwks.json', server)
  const answer = await fetch(url).catch(() => null)
  if (answer?.ok !== true)
    throw new InputError(
      'KEYS_UNREACHABLE',
      `${url.href} gives no keys; name the server with --server, or a kept copy with --keys`,
    )
  return (await answer.json()) as JSONWebKeySet
}

function signatureIn(headers: string, file: string): string {
  const [, signature] = /^briefing-signature:\s*(\S+)\s*$/im.exec(headers) ?? []
  if (signature === undefined) throw new InputError('NO_SIGNATURE', `${file} has no header Briefing-Signature`)
  return signature
}

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => {
    throw new InputError('FILE_UNREADABLE', `${file} cannot be read`)
  })

function parsed(text: string, file: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new InputError('NOT_JSON', `${file} is not JSON; save the document with format=json`)
  }
}
