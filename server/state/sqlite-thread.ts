/** The thread that owns an SQLite file, whose path it begins with. */
import { answerQuestions } from '../threads/answer-questions.ts'
import { type Asked, type Outcome, SqliteFile } from './sqlite-file.ts'

void answerQuestions<string, Asked, Outcome>((path) => {
  const file = new SqliteFile(path)
  return { answer: (asked) => file.ask(asked), close: () => file.close() }
})
