import { test } from 'vitest'
import { signAndVerify } from './documents.ts'

test('10,000 signed documents verify, those of a key that was rotated too', () => signAndVerify(10_000), 600_000)
