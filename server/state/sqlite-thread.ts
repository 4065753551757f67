/** The thread that owns an SQLite file, whose path it begins with. */
import { answerCalls } from '../thread.ts'
import { SqliteFile } from './sqlite-file.ts'

void answerCalls<string, SqliteFile>((path) => new SqliteFile(path))
