import { dartChanges, dartDecisions, dartKinds, dartRemarks, dartReports } from '../../data/dart-reports.ts'
import type { NewsLine } from './current-report.ts'

/** A material event is reported under one name, with its kind in parentheses. */
const materialReport = '주요사항보고서'
const decided = '결정'
/** The matter is one of a subsidiary. */
const ofSubsidiary = ['자회사의주요경영사항', '종속회사의주요경영사항']
/** Ninth and tenth digit of the number of what an exchange received: of KOSPI, KOSDAQ and KONEX. */
const exchanges = ['80', '90', '60']

/**
 * The line of a report of DART from its Korean name (`report_nm`): brackets before it say what was changed, parentheses what it is about. A name
 * without a translation gives a line that says so, as its title is served next to it.
 * @param number `rcept_no`, 14 digits
 */
export function dartLine(reportName: string, number: string): NewsLine {
  const { changes, name, remarks } = partsOf(reportName)
  const title = translated(name)
  const own = [...remarks.flatMap((remark) => dartRemarks[remark] ?? periodOf(remark) ?? []), ...changes]
  const by = remarks.some((remark) => ofSubsidiary.includes(remark)) ? bySubsidiary(title ?? '') : ''
  const untranslated = exchanges.includes(number.slice(8, 10))
    ? 'Disclosure to the exchange, titled in Korean'
    : 'Filing with the Financial Supervisory Service, titled in Korean'
  return {
    title: `${title ?? untranslated}${by}${own.map((each) => ` (${each})`).join('')}`,
    kinds: [dartKinds[name] ?? 'material-event'],
  }
}

interface NameParts {
  /** In English. */
  readonly changes: readonly string[]
  readonly name: string
  /** What is in parentheses, in order. */
  readonly remarks: readonly string[]
}

/** Names are padded with blanks, and written with one middle dot or another. */
function partsOf(reportName: string): NameParts {
  const [, before = '', rest = ''] = /^((?:\[[^\]]*\])*)(.*)$/su.exec(reportName.replaceAll(/[\sㆍ·・‧]/gu, ''))!
  const changes = [...before.matchAll(/\[([^\]]*)\]/gu)].flatMap(([, change = '']) => dartChanges[change] ?? [])
  const remarks: string[] = []
  let name = ''
  let depth = 0
  for (const letter of rest) {
    if (letter === ')') depth = Math.max(0, depth - 1)
    if (depth > 0) remarks[remarks.length - 1] += letter
    else if (letter !== '(' && letter !== ')') name += letter
    if (letter === '(' && depth++ === 0) remarks.push('')
  }
  const matter = name === materialReport ? remarks.shift() : undefined
  return { changes, name: matter ?? name, remarks }
}

function translated(name: string): string | undefined {
  const decision = name.endsWith(decided) ? dartDecisions[name.slice(0, -decided.length)] : undefined
  return dartReports[name] ?? (decision && `${decision} decided`)
}

function bySubsidiary(title: string): string {
  return /\b(?:decided|signed|filed)$/u.test(title) ? ' by a subsidiary' : ' (of a subsidiary)'
}

/** `2025.12`, the month in which a report's period ends. */
function periodOf(remark: string): string | null {
  const [, year, month] = /^(\d{4})\.(0[1-9]|1[0-2])$/u.exec(remark) ?? []
  return year === undefined ? null : `period to ${year}-${month}`
}
