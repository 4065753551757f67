import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { figureId } from '../../pipeline/treasuries/extraction.ts'
import { groupedBy } from '../../pipeline/values/grouped.ts'
import { type FilingFigure, filingFigures, type UnreadPassage, unreadPassages } from '../../pipeline/warehouse/load/quarantine.ts'
import { declare, home, lockedMarketText, noHomeText, runningGuide } from '../command.ts'
import { outcomeLine, requireReason, submitDecisions, whoDecides } from '../decide.ts'
import { exits } from '../exit.ts'
import { analystCopyHome, queryAnalystCopy } from '../market.ts'
import { print, tableLines } from '../print.ts'

/** Documents of companies listed for a person; all of them with --json. */
const mostListed = 40

interface Named extends FilingFigure {
  readonly id: string
}

/**
 * `briefing review list | show ID | accept ID | reject ID --why TEXT`: figures held by a check, reports that could not be read, passages
 * that count bitcoins without stating a whole holding, and documents of listed companies with a passage or table that their reader did
 * not understand, whose words are to be added to its rows. An accepted figure is served with the decision as its check; a rejected one is
 * withheld, even if it was served. Unread reports and passages can only be rejected, which closes them; passages and documents do not
 * affect the exit code. An ID is `filing/figure/day/value`, or the filing if it has only one figure.
 */
export const command = declare({
  actions: ['list', 'show', 'accept', 'reject'],
  args: [['[id]', 'a filing as listed, or one of its figures']],
  options: [home, ['--why <text>', 'the reason, for reject'], ['--by <name>', 'who decides (default: the current user)']],
  examples: ['review list', 'review show 0001050446-26-000061', 'review reject 4f1c --why "counts shares, not coins"'],
  trouble: `${noHomeText}, or no figure has this id`,
  unreachable: lockedMarketText,
  guide: runningGuide,
  action: async ({ settings, global }, options, action, name) => {
    const home = analystCopyHome(settings, options)
    const all = (await queryAnalystCopy(home, filingFigures)).map((row): Named => ({ ...row, id: idOf(row) }))
    const documents = action === 'list' || action === 'show' ? await queryAnalystCopy(home, unreadPassages) : []
    if (action === 'list') {
      const open = all.filter(({ status }) => status === 'held')
      const passages = open.filter(({ what }) => what.endsWith('-passage'))
      const waiting = open.filter((row) => !passages.includes(row))
      const lines = (rows: readonly Named[]) => {
        const cells = rows.map((row) => [row.id, row.unit, row.how, row.reason])
        return rows.length === 0 ? [] : tableLines(['id', 'unit', 'how', 'reason'], cells)
      }
      print(global, { count: waiting.length, figures: waiting.map(withChecks), passages: passages.map(withChecks), documents }, [
        ...lines(waiting),
        `${waiting.length} held for review`,
        ...(passages.length === 0 ? [] : ['', ...lines(passages), `${passages.length} passages to read`]),
        ...documentLines(documents),
      ])
      process.exitCode = waiting.length > 0 ? exits.dataTrouble : exits.fine
      return
    }
    const unread = documents.filter(({ filing }) => filing === name)
    if (action === 'show' && unread.length > 0)
      return print(global, { filing: name, documents: unread }, unread.flatMap(unreadLines))
    const figure = one(all, name)
    if (action === 'show') return print(global, withChecks(figure), showLines(figure))
    if (action === 'accept' && figure.value === null)
      throw new InputError(
        'NOTHING_TO_ACCEPT',
        `${figure.id} has no figure to accept because none was read; to remove it from the list: briefing review reject ${figure.id} --why TEXT`,
      )
    const why = action === 'reject' ? requireReason(options, 'reject') : (options.why ?? '')
    const applied = await submitDecisions(settings, home, [
      { kind: 'review', verdict: action, target: figure.id, who: whoDecides(options), why },
    ])
    print(global, { figure: figure.id, verdict: action, applied: applied !== null }, [outcomeLine(1, applied)])
  },
})

function idOf({ accession, what, as_of: asOf, value }: FilingFigure): string {
  return figureId({ accession, what, asOf, value })
}

function one(all: readonly Named[], name: string | undefined): Named {
  if (name === undefined)
    throw new InputError('ID_MISSING', 'give the id of a figure; to list the figures held: briefing review list')
  const named = all.filter(({ id, accession }) => id === name || accession === name)
  const [figure] = named
  if (!figure)
    throw new NotFoundError('NOT_A_FIGURE', `no figure matches ${name}; to list the figures held: briefing review list`)
  if (new Set(named.map(({ id }) => id)).size > 1)
    throw new InputError('ID_AMBIGUOUS', `${name} has several figures; choose one of ${named.map(({ id }) => id).join(', ')}`)
  return figure
}

/** The figure with its checks as a list. */
function withChecks(figure: Named) {
  return { ...figure, checks: JSON.parse(figure.checks) as { name: string; passed: boolean; detail: string }[] }
}

function documentLines(documents: readonly UnreadPassage[]): string[] {
  if (documents.length === 0) return []
  const matters = groupedBy(documents, ({ matter }) => matter)
  const counts = [...matters].map(([matter, { length }]) => `${matter} ${length}`).join(', ')
  const rows = documents
    .slice(0, mostListed)
    .map(({ filing, day, company, matter, passages, quote }) => [filing, day, company, matter, passages, quote.slice(0, 120)])
  return [
    '',
    ...tableLines(['filing', 'day', 'company', 'matter', 'passages', 'first passage'], rows),
    `${documents.length} documents of companies not understood in full: ${counts}${documents.length > mostListed ? `; the newest ${mostListed} are listed, --json lists all` : ''}`,
  ]
}

const unreadLines = ({ filing, form, day, company, matter, passages, quote, place, url }: UnreadPassage): string[] => [
  `${filing}: form ${form} of ${company}, filed on ${day}`,
  `  matter:    ${matter}, ${passages} ${passages === 1 ? 'passage' : 'passages'}`,
  `  quote:     ${quote}`,
  `  location:  ${place}`,
  `  document:  ${url}`,
]

function showLines(figure: Named): string[] {
  const { checks } = withChecks(figure)
  return [
    `${figure.id}: ${figure.status}`,
    `  figure:    ${figure.value === null ? 'none' : `${figure.value} ${figure.unit}`}, ${figure.what} on ${figure.as_of}`,
    `  location:  ${figure.place}`,
    `  quote:     ${figure.quote}`,
    ...checks.map(({ name, passed, detail }) => `  check:     ${passed ? 'passed' : 'FAILED'} ${name}: ${detail}`),
    ...(figure.reason ? [`  reason:    ${figure.reason}`] : []),
    `  document:  ${figure.url}`,
    `  recording: ${figure.recording}`,
  ]
}
