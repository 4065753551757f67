/** The thread that owns an SQLite file, whose path it begins with. */
import { answerQuestions } from '../threads/answer-questions.ts'
import { type Asked, type Outcome, SqliteFile } from './sqlite-file.ts'

void answerQuestions<string, Asked, Outcome>((path, tell) => new SqliteFile(path, tell))
