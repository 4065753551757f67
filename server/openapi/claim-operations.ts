/** The operations by which an agent asks a person for a key. */
export const claimRows = [
  {
    id: 'createClaim',
    method: 'post',
    path: '/api/agent/claims',
    route: 'createClaim',
    parameters: ['Idempotency-Key'],
    body: 'ClaimRequest',
    document: 'ClaimCreated',
    status: 201,
    summary: 'Ask a person for an API key',
    description:
      'Begins a claim: show `approve_url` and `claim_code` to the person, who signs in and approves or denies, and poll meanwhile. At most 5 claims per hour and address.',
    refusals: [
      'VALIDATION_ERROR',
      'BODY_TOO_LARGE',
      'IDEMPOTENCY_KEY_REUSED',
      'RATE_LIMITED',
      'CLAIM_RATE_LIMITED',
      'CLAIM_CAPACITY',
      'STATE_UNAVAILABLE',
    ],
  },
  {
    id: 'pollClaim',
    path: '/api/agent/claims/{claim_code}',
    route: 'pollClaim',
    parameters: ['claim_code'],
    credential: 'claimToken',
    document: 'ClaimPolled',
    summary: 'How a claim stands',
    description:
      'Send the `claim_token` as `Authorization: Bearer TOKEN`, every 5 seconds. The first answer after the approval carries the API key, once. At most 30 polls per minute and address.',
    refusals: ['NOT_FOUND', 'CLAIM_NOT_FOUND', 'RATE_LIMITED', 'STATE_UNAVAILABLE'],
  },
] as const
