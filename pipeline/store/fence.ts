import { UnavailableError } from '../errors.ts'

/** Who writes a market: the holder of its lease. The epoch rises at each takeover, so of two writers the later one has the higher. */
export interface Writer {
  readonly market: string
  readonly epoch: number
}

/** The epoch of the newest writer of each market, as a shared cell carries it. */
export type Epochs = Readonly<Record<string, number>>

/**
 * The epochs that a cell carries after this writer has changed it. A writer that was paused while another took over learns it here, from
 * what the other one has written, whatever the clocks say.
 * @throws UnavailableError WRITER_FENCED where a later writer of its market has changed the cell
 */
export function fencedEpochs(epochs: Epochs | undefined, writer: Writer): Epochs {
  const standing = epochs?.[writer.market] ?? 0
  if (standing > writer.epoch) throw writerFencedError(writer, standing)
  return { ...epochs, [writer.market]: writer.epoch }
}

/** The error of a writer that another one has replaced. */
export function writerFencedError({ market, epoch }: Writer, standing: number, owner?: string): UnavailableError {
  const who = owner === undefined ? 'another process' : `another process (${owner})`
  return new UnavailableError(
    'WRITER_FENCED',
    `${who} has taken over as the writer of this store, so this one stops without publishing. Nothing is lost: the other one continues.`,
    { market, epoch, standing, owner },
  )
}
