/** A company that files under a new number. The register does not link the two numbers. */
interface Succession {
  /** Issuer ids. */
  readonly from: string
  readonly to: string
  /** First day on which it files under the new number. */
  readonly on: string
  readonly source: string
}

/** Numbers that changed although the company stayed: its history is one. */
const successions: readonly Succession[] = [
  {
    from: 'us:0000034088',
    to: 'us:0002115436',
    on: '2026-07-02',
    source:
      'SEC, 8-K 0001193125-26-291986 of 2026-07-01 with items 2.01, 3.01 and 3.03, the last under CIK 34088; 0002115436-26-000003 of 2026-07-07 is the first under CIK 2115436, which has the ticker XOM since',
  },
]

/** The newest issuer id of a company. */
export const successorOf = (company: string): string => successions.find(({ from }) => from === company)?.to ?? company

/** The issuer ids under which a company filed before. */
const predecessorsOf = (company: string): readonly string[] =>
  successions.flatMap(({ from, to }) => (to === company ? [from] : []))

/** Every issuer id of a company, the oldest first. */
export const issuerIdsOf = (company: string): readonly string[] => [...predecessorsOf(company), company]

/** The issuer id under which a company filed on a day (YYYY-MM-DD). */
export const filerIdOn = (company: string, day: string): string =>
  successions.find(({ to, on }) => to === company && day < on)?.from ?? company
