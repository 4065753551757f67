/** The same properties, with the many runs that `TORTURE` asks for. */
import './observations.test.ts'
