import { describe } from 'vitest'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { count, mutatedPackage, url } from './edinet-mutations.ts'

const transport = sampleTransport({ now: Date.parse('2026-11-20T22:00:00Z') })
const { body } = await transport.fetch({ feed: 'f', upstream: 'edinet', url }, new AbortController().signal)

describe(`${count} mutations of an invented report`, () => mutatedPackage(body))
