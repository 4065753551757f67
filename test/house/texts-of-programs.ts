import { onceARun } from '../once-a-run.ts'
import { bindingsIn } from './names.ts'
import { sentencesIn } from './phrases.ts'
import { parsed } from './syntax.ts'
import { programs, read } from './tree.ts'

const lookedAt = (text: string) => {
  const nodes = parsed(text)
  return { sentences: sentencesIn(nodes), bindings: bindingsIn(nodes) }
}

/** Words for readers and names that each program has, by path; a program is parsed once a run. */
export const ofPrograms = (): Promise<Record<string, ReturnType<typeof lookedAt>>> =>
  onceARun('syntax', async () => Object.fromEntries(programs.map((path) => [path, lookedAt(read(path))])))
