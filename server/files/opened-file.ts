import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A file of the analysts, as it was when it was opened. */
export interface OpenedFile {
  readonly size: number
  /** An entity tag, the same wherever the same bytes are served. */
  readonly etag: string
  /** Milliseconds since 1970. */
  readonly modifiedMs: number
  /** Bytes, both ends included. Rejects before anything is counted where they cannot be read at the moment. */
  read(from: number, to: number): Promise<Readable>
  close(): Promise<void>
}

/** A file of this machine; null where there is none. Once opened it stays as it is, whatever is swapped in. */
export async function openLocalFile(path: string): Promise<OpenedFile | null> {
  const handle = await open(path, 'r').catch(() => null)
  if (handle === null) return null
  try {
    return await opened(handle)
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function opened(handle: FileHandle): Promise<OpenedFile> {
  const { size, mtimeMs, ino } = await handle.stat()
  return {
    size,
    etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}-${ino.toString(36)}"`,
    modifiedMs: mtimeMs,
    read: async (from, to) => handle.createReadStream({ start: from, end: to, autoClose: false }),
    close: () => handle.close(),
  }
}
