/** What a list of filings, or the text of one of them, must show. */
interface Sign {
  /** Items of an 8-K: all of one list. Amended 8-Ks repeat items and do not count. */
  readonly items?: readonly (readonly string[])[]
  readonly forms?: RegExp
}

/** An event of a company that is on for a time. */
export interface SituationRow {
  readonly situation: string
  readonly title: string
  readonly severity: 'high' | 'medium' | 'low'
  /** What turns it on, in words. */
  readonly on: string
  /** What turns it off, in words. */
  readonly off: string
  /** Where it is looked for: in lists of filings, in their text, or in both, where text can deny what a form or an item suggests. */
  readonly watched: 'lists' | 'text' | 'both'
  /** A company and a day. */
  readonly example: string
  readonly begins: Sign
  /** Filed after the day on which it began. */
  readonly ends: Sign
  /** Each filing that turns it on is a separate matter; else another filing of the same situation prolongs it. */
  readonly each?: true
  /** Days after the newest filing that turns it on, at the end of which it is off; null if only a filing turns it off. */
  readonly lasts: number | null
}

const row = <Id extends string>(
  situation: Id,
  title: string,
  severity: SituationRow['severity'],
  watched: SituationRow['watched'],
  signs: Partial<Pick<SituationRow, 'begins' | 'ends' | 'lasts' | 'each'>>,
  [on, off, example]: readonly [on: string, off: string, example: string],
) => ({ situation, title, severity, watched, on, off, example, begins: {}, ends: {}, lasts: null, ...signs })

const item = (number: string): Sign => ({ items: [[number]] })
const reports = /^10-[KQ]T?$/
const nextReport = 'The next annual or quarterly report.'
/** Annual reports with what was restated, and reports amended with figures. */
const restated = /^10-KT?(?:\/A)?$|^10-QT?\/A$/

/** Markets whose lists of filings are read for situations. */
export const situationMarkets: readonly string[] = ['us']

/** A late report stands before the notice of an exchange that it may have caused: they are read in this order. */
export const situations = [
  row(
    'bankruptcy',
    'Bankruptcy',
    'high',
    'both',
    {
      begins: item('1.03'),
      ends: {
        items: [
          ['1.03', '3.03'],
          ['1.03', '5.01'],
        ],
      },
    },
    [
      'An 8-K with item 1.03.',
      'An 8-K that says that the plan is in effect, or has item 1.03 with 3.03 or 5.01; or form 15, which ends reporting.',
      'Wolfspeed from 2025-07-01 to 2025-09-30.',
    ],
  ),
  row(
    'non_reliance',
    'Statements not to be relied on',
    'high',
    'both',
    { begins: item('4.02'), ends: { forms: restated }, each: true },
    [
      'An 8-K with item 4.02, or a release that says so.',
      'The next annual report, or an amended annual or quarterly report with figures.',
      'Kraft Heinz from 2019-05-06 to 2019-06-07.',
    ],
  ),
  row('going_concern', 'Going concern in doubt', 'high', 'text', {}, [
    'An annual or quarterly report that states substantial doubt and does not say that it is alleviated.',
    'The next annual or quarterly report without that statement.',
    'Mullen Automotive on 2023-08-14.',
  ]),
  row('late_annual_report', 'Annual report late', 'high', 'lists', { begins: { forms: /^NT (?:10-K|20-F)/ } }, [
    'A notice that it will be late: form NT 10-K or NT 20-F.',
    'The annual report of that period.',
    'Kraft Heinz from 2019-02-28 to 2019-06-07.',
  ]),
  row('late_quarterly_report', 'Quarterly report late', 'medium', 'lists', { begins: { forms: /^NT 10-Q/ } }, [
    'A notice that it will be late: form NT 10-Q.',
    'The quarterly report of that period.',
    'Kraft Heinz from 2019-05-10 to 2019-08-13.',
  ]),
  row('delisting_notice', 'Delisting notice', 'high', 'both', { begins: item('3.01'), lasts: 540, each: true }, [
    'An 8-K with item 3.01, or a release that says so; not a move to another exchange, a matter already cured, or warrants alone.',
    'A filing that says that the company complies again; the late reports, if a late report was the cause; form 25; or 540 days without another notice.',
    'Horizon Financial on 2009-11-10.',
  ]),
  row(
    'delisted',
    'Securities removed from listing',
    'high',
    'lists',
    { begins: { forms: /^25(?:-NSE)?$/ }, ends: { forms: /^8-A12B/ } },
    [
      'Form 25 or 25-NSE while a delisting notice of the last 60 days is on; which securities it removes is not read, and without a notice it may be a bond.',
      'Form 8-A12B, which registers shares on an exchange; or form 15.',
      'Celadon from 2018-04-18.',
    ],
  ),
  row(
    'auditor_change',
    'Change of auditor',
    'medium',
    'both',
    { begins: item('4.01'), ends: { ...item('4.01'), forms: /^10-KT?$/ }, lasts: 365 },
    [
      'An 8-K with item 4.01.',
      'A later 8-K with item 4.01 that names the next auditor; the next annual report; or 365 days.',
      'Pericom Semiconductor from 2006-02-23 to 2006-04-19.',
    ],
  ),
  row('material_weakness', 'Material weakness in controls', 'medium', 'text', {}, [
    'A report or an 8-K that states a material weakness in internal control over financial reporting.',
    'An annual report that states that this control was effective, or a report that says that the weakness is remediated.',
    'ABVC BioPharma on 2025-04-15.',
  ]),
  row('default', 'Debt falls due early', 'high', 'lists', { begins: item('2.04'), lasts: 365 }, [
    'An 8-K with item 2.04: an event that speeds up or increases an obligation.',
    'The end of a bankruptcy; form 15; or 365 days without another.',
    'SunEdison on 2016-04-27.',
  ]),
  row('impairment', 'Material impairment', 'medium', 'lists', { begins: item('2.06'), ends: { forms: reports } }, [
    'An 8-K with item 2.06.',
    nextReport,
    'Kraft Heinz from 2019-02-28 to 2019-06-07.',
  ]),
  row('restructuring', 'Exit or restructuring costs', 'low', 'lists', { begins: item('2.05'), ends: { forms: reports } }, [
    'An 8-K with item 2.05.',
    nextReport,
    'Pericom Semiconductor on 2005-02-23.',
  ]),
  row('cyber_incident', 'Cybersecurity incident', 'high', 'lists', { begins: item('1.05'), ends: { forms: reports } }, [
    'An 8-K with item 1.05.',
    nextReport,
    'None recorded.',
  ]),
  row('control_change', 'Change in control', 'high', 'lists', { begins: item('5.01'), ends: { forms: reports } }, [
    'An 8-K with item 5.01.',
    nextReport,
    'Wolfspeed on 2025-09-30.',
  ]),
  row(
    'tender_offer',
    'Tender offer',
    'high',
    'lists',
    { begins: { forms: /^SC (?:TO-[TI]|14D9)(?:\/A)?$/ }, ends: { items: [['5.01']] }, lasts: 60 },
    [
      'SC TO-T or SC 14D9 about the company, or its own SC TO-I; not an offer that it makes for another.',
      'An 8-K with item 5.01, or 60 days without an amendment.',
      'CVR Energy on 2025-01-10.',
    ],
  ),
  row(
    'merger',
    'Merger or proposal',
    'high',
    'both',
    { begins: { forms: /^(?:PREM14A|DEFM14A|SC 13E3|S-4)$/ }, ends: { items: [['2.01'], ['1.02'], ['5.01']] }, lasts: 365 },
    [
      'PREM14A, DEFM14A or SC 13E3; S-4 within 120 days of a 425; or an 8-K that tells of a merger agreement or a proposal for the company.',
      'An 8-K with item 2.01, 5.01 or 1.02; one that says that it was withdrawn or ended; or 365 days without another filing.',
      'Forian on 2025-08-25.',
    ],
  ),
  row(
    'proxy_contest',
    'Proxy contest',
    'high',
    'lists',
    { begins: { forms: /^(?:PREC14A|DEFC14A|DFAN14A)$/ }, ends: item('5.07'), lasts: 180 },
    [
      'PREC14A, DEFC14A or DFAN14A about the company.',
      'An 8-K with item 5.07, the result of the vote, or 180 days without another filing.',
      'Procter & Gamble in 2017.',
    ],
  ),
  row(
    'active_holder',
    'Holder of over 5% with influence in mind',
    'low',
    'lists',
    { begins: { forms: /^(?:SC|SCHEDULE) 13D$/ }, lasts: 365 },
    [
      'SC 13D or SCHEDULE 13D about the company.',
      '365 days without a new one: amendments do not end it, and a holder may have sold before.',
      'Kraft Heinz on 2026-04-03.',
    ],
  ),
  row('leadership', 'Directors, officers or their pay', 'low', 'lists', { begins: item('5.02'), lasts: 90 }, [
    'An 8-K with item 5.02; of medium severity together with a change of auditor or statements not to be relied on.',
    '90 days without another.',
    '1895 Bancorp of Wisconsin on 2024-12-27.',
  ]),
] as const satisfies readonly SituationRow[]

export type SituationId = (typeof situations)[number]['situation']
export const situationById = new Map<string, SituationRow>(situations.map((each) => [each.situation, each]))

/** What is not looked for, and why. */
export const unwatchedSituations: readonly { readonly situation: string; readonly why: string }[] = [
  { situation: 'planned sales of insiders', why: 'Form 144 is not read.' },
  { situation: 'split', why: 'Items 3.03 and 5.03 cover other changes too; splits that reports state are in the block numbers.' },
  { situation: 'offering', why: 'The form of a prospectus supplement does not say whether it sells shares or notes.' },
  { situation: 'buyback', why: 'No form or item is for it; amounts are in the block numbers.' },
  { situation: 'dividend', why: 'No form or item is for it; amounts are in the block numbers.' },
  { situation: 'guidance', why: 'It is in the block against_guidance.' },
]
