/** The same with all mutations of each report, which `TORTURE` asks for. */
import './europe.recorded.ts'
import './india.recorded.ts'
import './japan.recorded.ts'
