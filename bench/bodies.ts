import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A document as both servers of the bench hold it. */
export interface Body {
  readonly url: string
  readonly type: string
  readonly hash: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gz: Buffer
}

const line = (at: number) =>
  `${at} ${createHash('sha256').update(String(at)).digest('hex').slice(0, 24)} value ${(at * 7919) % 10_007}`

/** A Markdown briefing of 5 KB and its JSON of 20 KB, whose lines compress about as well as real ones. */
export const markdown = body('/api/btc', 'text/markdown; charset=utf-8', `# Bench\n\n${rows(5_000).join('\n')}\n`)
export const json = body('/api/btc?format=json', 'application/json; charset=utf-8', JSON.stringify({ rows: rows(19_000) }))

function rows(bytes: number): string[] {
  const lines: string[] = []
  for (let size = 0, at = 0; size < bytes; at += 1) {
    lines.push(line(at))
    size += line(at).length + 1
  }
  return lines
}

function body(url: string, type: string, text: string): Body {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('hex')
  return { url, type, hash, plain, br: brotliCompressSync(plain), gz: gzipSync(plain) }
}
