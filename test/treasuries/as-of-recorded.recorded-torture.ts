/** The same of all 32 days, which `TORTURE` asks for. */
import './as-of-recorded.recorded.ts'
