/** Price of one call in US dollars, as a decimal text. Base units of the paying token are a millionth of a dollar. */
export const prices = {
  briefing: { free: '0.02', basic: '0.03', pro: '0.05' },
  metric: '0.01',
  history: '0.01',
  events: '0.01',
  treasuries: '0.03',
  treasury: '0.02',
  company: '0.35',
  companyBlock: '0.05',
  balance: '1.00',
} as const
