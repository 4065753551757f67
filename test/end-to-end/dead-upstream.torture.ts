/** The same over all 6 days, which `TORTURE` asks for. */
import './dead-upstream.test.ts'
