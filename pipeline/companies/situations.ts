import { filingFormOf } from '../../data/companies/filing-forms.ts'
import { type SituationId, type SituationRow, situations } from '../../data/companies/situations.ts'
import type { ListedFiling } from '../tables/company.ts'
import type { SituationMarkRow, WithFiledDay } from '../tables/company-document.ts'

type Mark = Pick<WithFiledDay<SituationMarkRow>, 'filing' | 'situation' | 'change' | 'quote' | 'url' | 'known' | 'form'>

type Watched = SituationRow & { readonly situation: SituationId }

/** A situation from the day that began it to that which ended it. */
export interface SituationEpisode {
  readonly situation: SituationId
  readonly row: SituationRow
  readonly since: number
  /** Whether it may have begun earlier: it is a state that a report describes, and no earlier report was read. */
  readonly atLeast: boolean
  readonly trigger: {
    readonly form: string
    readonly item: string | null
    readonly filing: string
    readonly url: string
    readonly quote: string | null
  }
  /** What ended it; null while it is on. */
  readonly ended: { readonly on: number; readonly by: string; readonly filing: string | null } | null
}

interface Open {
  readonly begun: Omit<SituationEpisode, 'ended'>
  /** Day of the newest filing that turns it on. */
  newest: number
  /** Of late reports, the periods that are awaited; of a notice, whether a late report caused it. */
  awaited: (number | null)[]
  late: boolean
}

/** Days within which one filing belongs to another: a form 25 to the notice before it, an S-4 to a 425, a form 8-A to the end of another listing. */
const withNotice = 60
const withCommunication = 120
const withRegistration = 30
const withLateReport = 60

/**
 * The situations of a company as known at the end of a day (day number), in the order in which they began: filings are read in the order of their
 * days, and none says anything of the days before it, so that the answer of a past day stands whatever is filed later.
 */
export function situationsOf(filings: readonly ListedFiling[], marks: readonly Mark[], day: number): SituationEpisode[] {
  const course = new Course(marks)
  const listed = new Set(filings.map(({ filing }) => filing))
  const unlisted = marks.filter(({ filing }) => !listed.has(filing)).map(listedByText)
  const known = [...filings, ...new Map(unlisted.map((each) => [each.filing, each])).values()].filter(({ filed }) => filed <= day)
  for (const filing of known.sort(inOrder)) course.read(filing)
  course.expire(day)
  return course.episodes()
}

const listedByText = ({ filing, form, known: filed, url }: Mark): ListedFiling => ({
  ...{ filing, form, filed, url, items: null, period: null, about: true, figures: null },
})

/** Of one day registrations come first: they say what the other filings of the day mean. */
const inOrder = (a: ListedFiling, b: ListedFiling): number =>
  a.filed - b.filed || rank(a.form) - rank(b.form) || (a.filing < b.filing ? -1 : Number(a.filing > b.filing))
const rank = (form: string): number =>
  /^(?:8-A|425)/.test(form) ? 0 : form.startsWith('25') ? 1 : form.startsWith('15-') ? 3 : 2

class Course {
  readonly #marks = new Map<string, Mark>()
  readonly #open = new Map<SituationId, Open[]>()
  readonly #done: SituationEpisode[] = []
  /** Last day on which each form was filed. */
  readonly #last = new Map<string, number>()
  /** Whether a notice of an exchange was on when the filing came. */
  #noticed = false

  /** Day on which the first report that was read became known: what it describes may be older. */
  readonly #firstReport: number

  constructor(marks: readonly Mark[]) {
    this.#firstReport = Math.min(...marks.filter(({ form }) => reportForm.test(form)).map(({ known }) => known))
    for (const mark of marks) this.#marks.set(`${mark.filing} ${mark.situation}`, mark)
  }

  episodes(): SituationEpisode[] {
    const open = [...this.#open.values()].flat().map(({ begun }): SituationEpisode => ({ ...begun, ended: null }))
    return [...this.#done, ...open].sort((a, b) => a.since - b.since || (a.situation < b.situation ? -1 : 1))
  }

  read(filing: ListedFiling): void {
    this.expire(filing.filed)
    if (filingFormOf(filing.form)?.onOthers && filing.about !== true) return
    this.#last.set(filing.form, filing.filed)
    this.#noticed = this.#on('delisting_notice').some(({ newest }) => filing.filed - newest <= withNotice)
    if (this.#moves(filing)) this.#end(this.#on('delisting_notice'), filing, 'the move of its listing to another exchange')
    for (const row of situations) this.#step(row, filing)
    if (filing.form.startsWith('15-')) this.#close(filing)
  }

  /** Ends what has lasted its days by a day. */
  expire(day: number): void {
    for (const open of [...this.#open.values()].flat()) {
      const { newest, begun } = open
      const { lasts } = begun.row
      if (lasts !== null && day - newest >= lasts)
        this.#finish(open, { on: newest + lasts, by: `${lasts} days without another filing`, filing: null })
    }
  }

  #step(row: Watched, filing: ListedFiling): void {
    const mark = this.#marks.get(`${filing.filing} ${row.situation}`)
    const begins = this.#begins(row, filing, mark)
    const open = this.#on(row.situation)
    if (mark?.change === 'ended') {
      this.#end(sameMatter(open, mark.quote), filing, 'its text')
      return
    }
    const over = open.filter((each) => this.#endedBy(each, filing, mark))
    this.#end(over, filing, named(filing))
    if (begins === false || (over.length > 0 && row.ends.items !== undefined)) return
    const last = open.at(-1)
    if (last === undefined || over.includes(last) || row.each) this.#begin(row, filing, mark, begins)
    else {
      last.newest = filing.filed
      if (filing.form.startsWith('NT ')) last.awaited.push(filing.period)
    }
  }

  /** The item that begins it, null where its form or text does; false where it does not begin. */
  #begins({ situation, begins, watched }: SituationRow, filing: ListedFiling, mark: Mark | undefined): string | null | false {
    if (mark !== undefined && mark.change !== 'began') return false
    const { form, items } = filing
    const item = form === '8-K' ? begins.items?.flat().find((each) => items?.includes(each)) : undefined
    if (item === undefined && !begins.forms?.test(form)) return mark === undefined ? false : null
    if (situation === 'delisted') return this.#noticed && !this.#within(/^8-A12B/, filing) ? null : false
    if (situation === 'delisting_notice' && mark === undefined && this.#moves(filing)) return false
    if (situation === 'merger' && form === 'S-4' && !this.#within(/^425$/, filing, withCommunication)) return false
    return item ?? (watched === 'text' && mark === undefined ? false : null)
  }

  #endedBy(open: Open, filing: ListedFiling, mark: Mark | undefined): boolean {
    const { row } = open.begun
    const { form, filed, items, figures } = filing
    if (form.startsWith('25') && row.situation === 'delisting_notice') return true
    const awaits =
      row.situation === 'late_annual_report' ? /^(?:10-KT?|20-F)$/ : row.situation === 'late_quarterly_report' ? /^10-QT?$/ : null
    if (awaits !== null) return awaits.test(form) && awaitsNoMore(open, filing)
    if (row.situation === 'delisting_notice') return open.late && reportForm.test(form) && this.#awaited().length === 0
    if (filed <= open.begun.since || mark?.change === 'began') return false
    if (row.ends.forms?.test(form) && !(form.endsWith('/A') && figures === false)) return true
    return form === '8-K' && (row.ends.items?.some((all) => all.every((each) => items?.includes(each))) ?? false)
  }

  #begin(row: Watched, filing: ListedFiling, mark: Mark | undefined, item: string | null): void {
    const { filing: accession, form, filed, url, period } = filing
    const trigger = { form, item, filing: accession, url: mark?.url ?? url, quote: mark?.quote || null }
    const open = {
      begun: { situation: row.situation, row, since: filed, atLeast: this.#isFirst(filing, mark), trigger },
      newest: filed,
      awaited: form.startsWith('NT ') ? [period] : [],
      late: this.#causedByLateness(filing, mark),
    }
    this.#open.set(row.situation, [...this.#on(row.situation), open])
  }

  #isFirst({ form, filed }: ListedFiling, mark: Mark | undefined): boolean {
    return mark !== undefined && reportForm.test(form) && filed <= this.#firstReport
  }

  /** Whether a report that is awaited is why an exchange writes: as the text says, or where it is not read soon after the notice of the report. */
  #causedByLateness({ filed }: ListedFiling, mark: Mark | undefined): boolean {
    if (mark !== undefined)
      return /\b(?:timely|late|delinquent|delay\w*)\b.{0,160}\b(?:10-[KQ]|annual report|quarterly report|periodic report)/i.test(
        mark.quote,
      )
    return this.#awaited().some(({ newest }) => filed - newest <= withLateReport)
  }

  /** Reporting ends where shares were delisted or the company is bankrupt; a plan or a class of securities alone may file the form too. */
  #close(filing: ListedFiling): void {
    if (this.#within(/^8-A12[BG]/, filing) || [...this.#on('delisted'), ...this.#on('bankruptcy')].length === 0) return
    this.#end([...this.#open.values()].flat(), filing, named(filing))
  }

  /** An exchange that is left for another one needs both forms. */
  #moves(filing: ListedFiling): boolean {
    return this.#within(/^25$/, filing) && this.#within(/^8-A12B/, filing)
  }

  #within(form: RegExp, { filed }: ListedFiling, days = withRegistration): boolean {
    return [...this.#last].some(([each, day]) => form.test(each) && filed - day <= days)
  }

  #on(situation: SituationId): readonly Open[] {
    return this.#open.get(situation) ?? []
  }

  #awaited(): readonly Open[] {
    return [...this.#on('late_annual_report'), ...this.#on('late_quarterly_report')]
  }

  #end(all: readonly Open[], { filed, filing }: ListedFiling, by: string): void {
    for (const open of all) this.#finish(open, { on: filed, by, filing })
  }

  #finish(open: Open, ended: NonNullable<SituationEpisode['ended']>): void {
    const { situation } = open.begun
    const others = this.#on(situation).filter((each) => each !== open)
    this.#open.set(situation, others)
    this.#done.push({ ...open.begun, ended })
  }
}

/** Matters of which an exchange writes, each in its own notice. */
const matters = [
  /\bbid price\b/i,
  /\bmarket value\b/i,
  /\bstockholders. equity\b/i,
  /\b(?:timely|10-[KQ]|periodic)\b/i,
  /\bannual meeting\b/i,
  /\baudit committee\b/i,
]

/** What a text ends: what was begun by the same matter, or all where it names none of them. */
function sameMatter(all: readonly Open[], quote: string): readonly Open[] {
  const same = all.filter(({ begun: { trigger } }) => matters.some((each) => each.test(quote) && each.test(trigger.quote ?? '')))
  return same.length > 0 ? same : all
}

const reportForm = /^(?:10-[KQ]T?|20-F)$/

/** Takes the report off what is awaited: notices of its period or earlier ones, else the oldest. */
function awaitsNoMore(open: Open, { period }: ListedFiling): boolean {
  const left = open.awaited.filter((each) => each !== null && (period === null || each > period))
  open.awaited = left.length < open.awaited.length ? left : open.awaited.slice(1)
  return open.awaited.length === 0
}

const named = ({ form, items }: ListedFiling): string =>
  items === null || items.length === 0 ? `form ${form}` : `form ${form}, items ${items.join(', ')}`
