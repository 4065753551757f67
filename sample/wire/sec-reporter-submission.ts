import { isoDay } from '../../pipeline/calendar/day.ts'
import type { Filing } from '../world/filings.ts'
import { samplePurpose } from '../world/issuers.ts'
import type { Reporter } from '../world/reporters.ts'
import { documentOf, longDate, page } from './sec-markup.ts'

const itemNames: Readonly<Record<string, string>> = {
  '2.02': 'Results of Operations and Financial Condition',
  '3.03': 'Material Modification to Rights of Security Holders',
  '4.02': 'Non-Reliance on Previously Issued Financial Statements',
  '5.03': 'Amendments to Articles of Incorporation or Bylaws',
  '9.01': 'Financial Statements and Exhibits',
}

/** What stands under an item of its 8-Ks. */
const itemText = (item: string, { name }: Reporter, filed: number): string => {
  if (item === '4.02')
    return `On ${longDate(filed)}, the Audit Committee of ${name} concluded that the financial statements of its last fiscal year should no longer be relied upon.`
  return `On ${longDate(filed)}, ${name} reports on this item what its invented statements say.`
}

/** A company that restated a year has had a weakness in its controls since. */
const controls = ({ restatement }: Reporter, { filed, reported }: Filing): string =>
  restatement !== null && isoDay(filed) >= restatement.day
    ? `Our disclosure controls and procedures were not effective as of ${longDate(reported)}, due to a material weakness in internal control over financial reporting.`
    : `Management concluded that our internal control over financial reporting was effective as of ${longDate(reported)}.`

function bodyOf(reporter: Reporter, filing: Filing): string {
  const { form, items, filed, reported } = filing
  const named = items === '' ? [] : items.split(',')
  const parts =
    form === '8-K'
      ? named.map((item) => `# ${item} ${itemNames[item] ?? 'Sample Item'}\n${itemText(item, reporter, filed)}`)
      : [`For the fiscal period ended ${longDate(reported)}`, '# 9A Controls and Procedures', controls(reporter, filing)]
  return [`^${samplePurpose}`, `^FORM ${form}`, `^${reporter.registrant}`, ...parts].join('\n')
}

/** The complete submission of a report or current report of a company with whole statements, which are in its company facts. */
export function reporterSubmission(reporter: Reporter, filing: Filing): string {
  const { accession, form, filed, clock, reported, document } = filing
  const digits = (day: number) => isoDay(day).replaceAll('-', '')
  return `<SEC-DOCUMENT>${accession}.txt : ${digits(filed)}
<SEC-HEADER>${accession}.hdr.sgml : ${digits(filed)}
<ACCEPTANCE-DATETIME>${digits(filed)}${clock.replaceAll(':', '')}
ACCESSION NUMBER:\t\t${accession}
CONFORMED SUBMISSION TYPE:\t${form}
PUBLIC DOCUMENT COUNT:\t\t1
CONFORMED PERIOD OF REPORT:\t${digits(reported)}
FILED AS OF DATE:\t\t${digits(filed)}

FILER:

\tCOMPANY DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\t${reporter.registrant} (SAMPLE DATA)
\t\tCENTRAL INDEX KEY:\t\t\t${reporter.cik}
</SEC-HEADER>
<DOCUMENT>
<TYPE>${form}
<SEQUENCE>1
<FILENAME>${document}
<DESCRIPTION>SAMPLE DATA ${form}
<TEXT>
${documentOf(`<html>\n<head>\n<title>${form} SAMPLE DATA</title>\n</head>\n<body>\n${page(bodyOf(reporter, filing))}\n</body>\n</html>`)}
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`
}
