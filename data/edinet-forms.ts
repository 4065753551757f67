/**
 * Types of EDINET documents that are news, by `docTypeCode`, in English. Left out are confirmation letters (135), internal control reports (235)
 * and amended shelf registrations (090), which follow from another document.
 */
export const edinetForms: Readonly<Record<string, string>> = {
  '030': 'Securities registration statement',
  '040': 'Amended securities registration statement',
  '080': 'Shelf registration statement',
  '100': 'Shelf registration supplement',
  '120': 'Annual securities report',
  '130': 'Amended annual securities report',
  '140': 'Quarterly report',
  '150': 'Amended quarterly report',
  '160': 'Semi-annual report',
  '170': 'Amended semi-annual report',
  '180': 'Extraordinary report',
  '190': 'Amended extraordinary report',
  '200': 'Parent company status report',
  '220': 'Share buyback status report',
  '230': 'Amended share buyback status report',
  '240': 'Tender offer registration statement',
  '250': 'Amended tender offer registration statement',
  '270': 'Tender offer results',
  '290': 'Statement of opinion on a tender offer',
  '300': 'Amended statement of opinion on a tender offer',
  '350': 'Large-shareholding report',
  '360': 'Amended large-shareholding report',
}

/**
 * Why an extraordinary report was filed: paragraphs of Article 19(2) of the Cabinet Office Ordinance on Disclosure of Corporate Affairs (第19条
 * 第2項), `9-2` for 第9号の2. Those from 12-2 to 12-5 are new since 2024.
 */
export const extraordinaryReasons: Readonly<Record<string, string>> = {
  '1': 'offering abroad',
  '2-2': 'stock awards',
  '3': 'change in parent or specified subsidiary',
  '4': 'change in major shareholder',
  '6': 'lawsuit',
  '6-2': 'share exchange',
  '6-3': 'share transfer',
  '7': 'company split',
  '7-3': 'merger',
  '8': 'business transfer',
  '8-2': 'decision to acquire a subsidiary',
  '9': 'change of representative director',
  '9-2': 'results of shareholder votes',
  '9-4': 'change of auditor',
  '10': 'bankruptcy petition',
  '11': 'default of a debtor',
  '12': 'event with a significant effect on financial position',
  ...Object.fromEntries(['12-2', '12-3', '12-4', '12-5'].map((key) => [key, 'agreement with shareholders or loan covenant'])),
  '19': 'event with a significant effect on the financial position of the group',
}
