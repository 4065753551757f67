/** The same on each of the 20 days. */
import './composed-units.recorded.ts'
