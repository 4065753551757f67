/** The same of all 30 past days, which `TORTURE` asks for. */
import './backup.test.ts'
