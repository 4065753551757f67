import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from './failure.ts'
import { inOne } from './in-one.ts'
import type { Question, Sent, Told } from './thread.ts'

/** Who answers in a thread. */
export interface Answerer<Q, A> {
  /** Takes up one question, in the order they were asked. */
  answer(question: Q): Promise<A>
  /** After this the thread ends. */
  close(): Promise<void>
}

/**
 * The thread's side of a `Thread`.
 *
 * @param open opens who answers, with what the thread began with; what it throws is what `opened` rejects with, and the thread ends
 */
export async function answerQuestions<D, Q, A>(
  open: (data: D, say: (said: unknown) => void) => Promise<Answerer<Q, A>> | Answerer<Q, A>,
): Promise<void> {
  const port = parentPort!
  const tell = inOne<Told<A> | { id: 0; answer: null }>((all) => port.postMessage(all))
  // after what was just told
  const end = () => setImmediate(() => port.close())
  try {
    const answerer = await open(workerData as D, (said) => tell({ said }))
    const answer = ({ id, question }: Question<Q>) =>
      answerer.answer(question).then(
        (answer) => tell({ id, answer }),
        (error: unknown) => tell({ id, failed: failureOf(error) }),
      )
    port.on('message', (all: readonly Sent<Q>[]) => {
      for (const sent of all)
        if (sent === 'close') void answerer.close().finally(end)
        else void answer(sent)
    })
    tell({ id: 0, answer: null })
  } catch (error) {
    tell({ id: 0, failed: failureOf(error) })
    end()
  }
}
