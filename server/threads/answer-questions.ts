import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from './failure.ts'
import { inOne } from './in-one.ts'
import type { Sent, Told } from './thread.ts'

/** Who answers in a thread. */
export interface Answerer<Q> {
  /** Takes up one question, in the order they were asked, and tells its answer, by its number, once it has it. */
  take(question: Q, id: number): void
  /** After this the thread ends. */
  close(): Promise<void>
}

/**
 * The thread's side of a `Thread`.
 *
 * @param open opens who answers, with what the thread began with; what it throws is what `opened` rejects with, and the thread ends
 */
export async function answerQuestions<D, Q, A>(
  open: (data: D, tell: (told: Told<A>) => void) => Promise<Answerer<Q>> | Answerer<Q>,
): Promise<void> {
  const port = parentPort!
  const tell = inOne<Told<A> | { id: 0; answer: null }>((all) => port.postMessage(all))
  // after what was just told
  const end = () => setImmediate(() => port.close())
  try {
    const answerer = await open(workerData as D, tell)
    port.on('message', (all: readonly Sent<Q>[]) => {
      for (const sent of all)
        if (sent === 'close') void answerer.close().finally(end)
        else answerer.take(sent.question, sent.id)
    })
    tell({ id: 0, answer: null })
  } catch (error) {
    tell({ id: 0, failed: failureOf(error) })
    end()
  }
}
