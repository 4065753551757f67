/** The same with every set of changes and every moment. */
import './composed-units.test.ts'
