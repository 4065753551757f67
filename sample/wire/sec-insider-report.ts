import { isoDay } from '../../pipeline/time/day.ts'
import { businessDayUpTo } from '../../pipeline/time/holiday.ts'
import type { Filing } from '../world/filings.ts'
import { samplePurpose } from '../world/issuers.ts'
import { listedLines } from '../world/listed.ts'
import type { Reporter } from '../world/reporters.ts'

/** A director who buys, and an officer who sells under a plan. */
const buyer = { cik: '0009991001', name: 'SPECIMEN ADA', role: '<isDirector>1</isDirector>', plan: 0, code: 'P', direction: 'A' }
const seller = {
  ...{ cik: '0009991002', name: 'MOCKUP BASIL', plan: 1, code: 'S', direction: 'D' },
  role: '<isOfficer>1</isOfficer><officerTitle>Chief Financial Officer</officerTitle>',
}

/** A form 4 on shares of a company with whole statements. */
export function insiderReport({ cik, name, ticker }: Reporter, { accession, filed }: Filing): string {
  // the last digit of the number says which of the two forms of a quarter it is
  const isPurchase = accession.endsWith('9')
  const owner = isPurchase ? buyer : seller
  const [shares, following] = isPurchase ? [1_500, 21_500] : [4_000, 86_000]
  const day = businessDayUpTo(filed - 1, 'us-federal')
  const price = listedLines.find(({ code }) => code === ticker)!.close(day)
  return `<?xml version="1.0"?>
<ownershipDocument>
<schemaVersion>X0609</schemaVersion>
<documentType>4</documentType>
<periodOfReport>${isoDay(day)}</periodOfReport>
<issuer><issuerCik>${cik}</issuerCik><issuerName>${name} (SAMPLE DATA)</issuerName><issuerTradingSymbol>${ticker}</issuerTradingSymbol></issuer>
<reportingOwner>
<reportingOwnerId><rptOwnerCik>${owner.cik}</rptOwnerCik><rptOwnerName>${owner.name}</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship>${owner.role}</reportingOwnerRelationship>
</reportingOwner>
<aff10b5One>${owner.plan}</aff10b5One>
<nonDerivativeTable><nonDerivativeTransaction>
<securityTitle><value>Common Stock</value></securityTitle>
<transactionDate><value>${isoDay(day)}</value></transactionDate>
<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${owner.code}</transactionCode><equitySwapInvolved>0</equitySwapInvolved></transactionCoding>
<transactionAmounts>
<transactionShares><value>${shares}</value></transactionShares>
<transactionPricePerShare><value>${price.toFixed(2)}</value></transactionPricePerShare>
<transactionAcquiredDisposedCode><value>${owner.direction}</value></transactionAcquiredDisposedCode>
</transactionAmounts>
<postTransactionAmounts><sharesOwnedFollowingTransaction><value>${following}</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
<ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
</nonDerivativeTransaction></nonDerivativeTable>
<footnotes></footnotes>
<remarks>${samplePurpose}</remarks>
</ownershipDocument>
`
}
