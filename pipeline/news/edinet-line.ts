import { edinetForms, extraordinaryReasons } from '../../data/edinet-forms.ts'
import type { NewsKind } from '../../data/news-kinds.ts'
import type { NewsLine } from './current-report.ts'

const ownership = ['350', '360']
/** The change of a representative director, of all reasons of an extraordinary report. */
const director = '9'

/** Reasons of an extraordinary report (`currentReportReason`), in filing order: `9-2` for 第19条第2項第9号の2. Those of other articles are left out. */
export function reasonsOf(text: string): string[] {
  return text.split(',').flatMap((each) => {
    const [, number, branch] = /^第19条第2項第(\d+)号(?:の(\d+))?$/u.exec(each.trim()) ?? []
    return number === undefined ? [] : [branch === undefined ? number : `${number}-${branch}`]
  })
}

/**
 * The line of a document of EDINET; null for a type that is not news. An extraordinary report is described by its reasons, as its title says
 * nothing; a large-shareholding report by its title, as its type tells neither a new holding from a change nor its form.
 */
export function edinetLine(type: string, titleAsFiled: string, reasons: readonly string[]): NewsLine | null {
  const form = edinetForms[type]
  if (form === undefined) return null
  if (type === '350') return { title: ownershipTitle(titleAsFiled), kinds: ['ownership-report'] }
  const why = type === '180' ? [...new Set(reasons.flatMap((reason) => extraordinaryReasons[reason] ?? []))] : []
  return { title: why.length === 0 ? form : `${form}: ${why.join('; ')}`, kinds: kindsOf(type, reasons) }
}

function ownershipTitle(titleAsFiled: string): string {
  const report = titleAsFiled.startsWith('変更報告書') ? 'Change to a large-shareholding report' : 'Large-shareholding report'
  if (titleAsFiled.includes('短期大量譲渡')) return `${report} (large sale in a short time)`
  return titleAsFiled.includes('特例対象株券等') ? `${report} (institutional form)` : report
}

function kindsOf(type: string, reasons: readonly string[]): readonly NewsKind[] {
  if (ownership.includes(type)) return ['ownership-report']
  const led = reasons.includes(director)
  const other = reasons.length === 0 || reasons.some((reason) => reason !== director)
  return [...(led ? (['leadership-change'] as const) : []), ...(other ? (['material-event'] as const) : [])]
}
