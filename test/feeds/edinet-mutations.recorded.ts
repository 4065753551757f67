import { describe } from 'vitest'
import { recordedPackage } from '../filings/recorded.ts'
import { count, mutatedPackage } from './edinet-mutations.ts'

describe(`${count} mutations of a report of Convano`, () => mutatedPackage(recordedPackage('S100YN95_type5_statements.zip')))
