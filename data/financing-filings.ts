/** Filings that tell of a change in what a company owes or has issued. None of them is read for its amounts. */

/** Items of an 8-K that say so by themselves. 1.01 and 1.02 do not: most agreements they tell of are not financing. */
export const financingItems = [
  { item: '2.03', title: 'creation of a direct financial obligation' },
  { item: '2.04', title: 'an event that accelerates or increases one' },
  { item: '3.02', title: 'unregistered sale of equity' },
  { item: '3.03', title: 'rights of security holders modified' },
] as const

/**
 * Forms under which securities are registered or sold. Left out are those that repeat one of them (amendments, notices of effect, free
 * writing), are mostly of holders who sell (424B3, 424B7: some companies file one over every 8-K), or pay for something else (S-4, S-8).
 */
export const offeringForms = [
  '424B1',
  '424B2',
  '424B4',
  '424B5',
  '424B8',
  'S-1',
  'S-3',
  'S-3ASR',
  'F-1',
  'F-3',
  'F-3ASR',
] as const
