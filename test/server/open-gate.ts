import type { Gate } from '../../server/access/gate.ts'

const holder = {
  key: 'key_test',
  account: 'acct_test',
  plan: 'enterprise',
  scope: 'account',
  perHour: 1_000,
  perDay: 10_000,
  expiresAt: null,
  suspended: false,
} as const
const count = { passed: true, span: 'hour', limit: 1_000, remaining: 999, reset: 1_700_000_000, resetIn: 60 } as const

/** A gate that takes every caller for a key holder who may read everything. */
export const openGate: Gate = {
  caller: async () => ({ kind: 'holder', holder }),
  visitor: async () => ({ kind: 'holder', holder }),
  beginSession: async () => ({ token: 'token', holder }),
  endSession: async () => {},
  atDesk: () => Promise.reject(new Error('there are no accounts here')),
  count: async () => count,
  look: async () => count,
  payments: () => null,
  needLedger: () => {},
  balances: { open: () => Promise.reject(new Error('there are no balances here')), of: async () => null },
  signer: {
    sign: async () => 'header..signature',
    signObject: async () => 'header.payload.signature',
    keySet: async () => ({ keys: [] }),
  },
  condition: () => ({ sound: true, detail: '', unsoundMs: null }),
}
