import { expect, test } from 'vitest'
import { shapeOf } from '../../data/companies/shapes.ts'

test.each([
  ['6021', 'bank'], // JPMorgan Chase
  ['6036', 'bank'],
  ['6141', 'bank'],
  ['6211', 'broker'],
  ['6324', 'insurer'],
  ['6331', 'insurer'],
  ['6411', 'general'],
  ['6798', 'reit'],
  ['6199', 'general'], // Strategy
  ['6200', 'general'],
  ['3571', 'general'],
  ['', 'general'],
  [null, 'general'],
] as const)('SIC %s is a %s', (sic, shape) => expect(shapeOf({ company: 'us:1', industryCode: sic })).toBe(shape))
