/** The same with every metric and every moment. */
import './composed-units.test.ts'
