import { readJapaneseDay } from './japanese-day.ts'
import { type DateOrder, readWrittenDay } from './written-day.ts'

type Transformation = (text: string) => string | null

const dotted = /^(?:\d{1,3}(?:[, ]\d{3})+|\d+)?(?:\.\d+)?$/u
const dash = /^[-\u2010-\u2015\u2212]+$/u
const hollow = '\u2610'
const ticked = /^[\u2611\u2612]$/u

const dot: Transformation = (text) => (text !== '' && dotted.test(text) ? text.replace(/[, ]/gu, '') : null)
const comma: Transformation = (text) => dot(text.replace(/[.,]/gu, (mark) => (mark === '.' ? ',' : '.')))
const always =
  (value: string): Transformation =>
  () =>
    value
const date =
  (order: DateOrder): Transformation =>
  (text) =>
    readWrittenDay(text, order)
/** A code stands for the name; the name itself says as much. */
const name: Transformation = (text) => (text === '' ? null : text)

/**
 * By local name: those of the inline XBRL transformation registries 2 to 5 and of the SEC's own that filings use. A name means the same in
 * each registry that has it.
 */
const transformations = new Map<string, Transformation>([
  ['num-dot-decimal', dot],
  ['numdotdecimal', dot],
  ['num-comma-decimal', comma],
  ['numcommadecimal', comma],
  ['zerodash', (text) => (dash.test(text) ? '0' : null)],
  ['fixed-zero', always('0')],
  ['fixed-empty', always('')],
  ['nocontent', always('')],
  ['fixed-true', always('true')],
  ['booleantrue', always('true')],
  ['fixed-false', always('false')],
  ['booleanfalse', always('false')],
  ['boolballotbox', (text) => (text === hollow ? 'false' : ticked.test(text) ? 'true' : null)],
  ['numwordsen', readNumberWords],
  ['date-monthname-day-year-en', date('ndy')],
  ['datemonthdayyearen', date('ndy')],
  ['date-day-monthname-year-en', date('dny')],
  ['datedaymonthyearen', date('dny')],
  ['date-month-day-year', date('mdy')],
  ['datemonthdayyear', date('mdy')],
  ['date-day-month-year', date('dmy')],
  ['datedaymonthyear', date('dmy')],
  ['date-year-month-day', date('ymd')],
  ['dateyearmonthdaycjk', readJapaneseDay],
  ['date-year-month-day-cjk', readJapaneseDay],
  ['dateerayearmonthdayjp', readJapaneseDay],
  ['date-jpn-era-year-month-day', readJapaneseDay],
  ['date-monthname-day-en', date('nd')],
  ['datemonthdayen', date('nd')],
  ['date-day-monthname-en', date('dn')],
  ['datedaymonthen', date('dn')],
  ['date-month-day', date('md')],
  ['datemonthday', date('md')],
  ['date-day-month', date('dm')],
  ['datedaymonth', date('dm')],
  ['date-monthname-year-en', date('ny')],
  ['datemonthyearen', date('ny')],
  ['date-year-monthname-en', date('yn')],
  ['duryear', (text) => duration(text, 'Y')],
  ['durmonth', (text) => duration(text, 'M')],
  ['durday', (text) => duration(text, 'D')],
  ['durwordsen', durationWords],
  ['exchnameen', name],
  ['stateprovnameen', name],
  ['countrynameen', name],
  ['edgarprovcountryen', name],
  ['entityfilercategoryen', name],
])

/**
 * Text as a reader sees it, by a format (`ixt:num-dot-decimal`), -> the value: digits with a point, an ISO date, `true`, a duration
 * (`P5Y`). Exchanges, states, countries and filer categories keep their names. Null for text that does not follow its format, and for any other format.
 */
export function transform(format: string, text: string): string | null {
  return transformations.get(format.slice(format.indexOf(':') + 1))?.(text) ?? null
}

/** Like the SEC's own transformations: a fraction of a year becomes months and days, of a month days; a fraction of a day is invalid. */
function duration(text: string, unit: 'Y' | 'M' | 'D'): string | null {
  if (!/^\d{1,4}(?:\.\d{1,6})?$/u.test(text)) return null
  const count = Number(text)
  const whole = Math.trunc(count)
  if (count === whole) return `P${whole}${unit}`
  if (unit === 'D') return null
  const months = unit === 'Y' ? (count - whole) * 12 : count
  const days = Math.trunc((months - Math.trunc(months)) * 30.4375)
  return `P${unit === 'Y' ? `${whole}Y` : ''}${Math.trunc(months)}M${days}D`
}

function durationWords(text: string): string | null {
  const [, count = '', unit] = /^(.{1,60}?)[\s\u2010-\u2015-]+(year|month|day)s?$/iu.exec(text) ?? []
  const number = /^\d{1,4}$/u.test(count) ? count : readNumberWords(count)
  return number === null || unit === undefined ? null : `P${number}${unit.charAt(0).toUpperCase()}`
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const groups = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
])

/** A whole number in English words, `two hundred and fifty-one`, `No`, -> its digits; null for anything else. */
export function readNumberWords(text: string): string | null {
  const words = text
    .toLowerCase()
    .split(/[\s\u2010-\u2015-]+/u)
    .filter((word) => word !== '' && word !== 'and')
  if (words.length === 1 && /^(?:no|none|nil|zero)$/u.test(words[0] ?? '')) return '0'
  let total = 0
  let group = 0
  let last = Number.POSITIVE_INFINITY
  for (const word of words) {
    const one = small.indexOf(word)
    const ten = tens.indexOf(word)
    const factor = groups.get(word)
    if (one > 0 && (group % 100 === 0 || (one < 10 && group % 10 === 0 && group % 100 >= 20))) group += one
    else if (ten >= 0 && group % 100 === 0) group += (ten + 2) * 10
    else if (word === 'hundred' && group > 0 && group < 100) group *= 100
    else if (factor !== undefined && group > 0 && factor < last) {
      total += group * factor
      group = 0
      last = factor
    } else return null
  }
  return words.length === 0 ? null : String(total + group)
}
