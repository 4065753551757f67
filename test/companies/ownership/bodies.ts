/** A form 4 of invented people on an invented company. */
export interface Form4 {
  readonly form?: string
  readonly issuer?: string
  readonly owners?: readonly (readonly [cik: string, name: string, title: string])[]
  readonly period?: string
  readonly original?: string
  readonly plan?: string
  readonly lines?: readonly Form4Line[]
  readonly notes?: string
}
export interface Form4Line {
  readonly code?: string
  readonly direction?: string
  readonly day?: string
  readonly shares?: string
  readonly price?: string
  readonly ownership?: string
  readonly following?: string
  readonly security?: string
  readonly swap?: string
}

const lineOf = ({
  code = 'S',
  direction = 'D',
  day = '2026-03-03',
  shares = '12000',
  price = '<value>187.20</value>',
  ...more
}: Form4Line) => `
<nonDerivativeTransaction><securityTitle><value>${more.security ?? 'Common Stock'}</value></securityTitle>
<transactionDate><value>${day}</value></transactionDate>
<transactionCoding><transactionCode>${code}</transactionCode><equitySwapInvolved>${more.swap ?? '0'}</equitySwapInvolved></transactionCoding>
<transactionAmounts><transactionShares><value>${shares}</value></transactionShares><transactionPricePerShare>${price}</transactionPricePerShare>
<transactionAcquiredDisposedCode><value>${direction}</value></transactionAcquiredDisposedCode></transactionAmounts>
<postTransactionAmounts><sharesOwnedFollowingTransaction><value>${more.following ?? '5000'}</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
<ownershipNature><directOrIndirectOwnership><value>${more.ownership ?? 'D'}</value></directOrIndirectOwnership></ownershipNature></nonDerivativeTransaction>`

export const form4 = ({
  form = '4',
  issuer = '1',
  owners,
  period = '2026-03-03',
  original,
  plan,
  lines = [{}],
  notes = '',
}: Form4 = {}) =>
  `<?xml version="1.0"?><ownershipDocument><documentType>${form}</documentType><periodOfReport>${period}</periodOfReport>${original === undefined ? '' : `<dateOfOriginalSubmission>${original}</dateOfOriginalSubmission>`}
<issuer><issuerCik>${issuer}</issuerCik></issuer>${(owners ?? [['7', 'Doe Jane', 'Chief Financial Officer']])
    .map(
      ([
        cik,
        name,
        title,
      ]) => `<reportingOwner><reportingOwnerId><rptOwnerCik>${cik}</rptOwnerCik><rptOwnerName>${name}</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship><isOfficer>1</isOfficer><officerTitle>${title}</officerTitle></reportingOwnerRelationship></reportingOwner>`,
    )
    .join('')}${plan === undefined ? '' : `<aff10b5One>${plan}</aff10b5One>`}
<nonDerivativeTable>${lines.map(lineOf).join('')}</nonDerivativeTable><footnotes>${notes}</footnotes></ownershipDocument>`
