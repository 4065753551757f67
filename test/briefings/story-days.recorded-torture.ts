/** The same of all 60 days, which `TORTURE` asks for. */
import './story-days.recorded.ts'
