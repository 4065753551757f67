import { readJapaneseDay } from './japanese-day.ts'
import { type DateOrder, readWrittenDay } from './written-day.ts'

type Transformation = (text: string) => string | null

const dotted = /^(?:\d{1,3}(?:[, \u00A0]\d{3})+|\d+)?(?:\.\d+)?$/u
const dash = /^[-\u058A\u05BE\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]+$/u
const hollow = '\u2610'
const ticked = /^[\u2611\u2612]$/u

/** Text of this form, without what groups its digits. */
const grouped =
  (form: RegExp): Transformation =>
  (text) =>
    form.test(text) && /\d/u.test(text) ? text.replace(/[^\d.]/gu, '') : null
const swapped =
  (read: Transformation): Transformation =>
  (text) =>
    read(text.replace(/[.,]/gu, (mark) => (mark === '.' ? ',' : '.')))
const dot = grouped(dotted)
/** Registries 4 and 5 let a group have any number of digits: `12,34,567`, `1,0000`. */
const dotOfAnyGroups = grouped(/^[, \u00A0\d]*(?:\.[ \u00A0\d]+)?$/u)
const dotOrApostrophe = grouped(/^[,'`´’′ \u00A0\d]*(?:\.[ \u00A0\d]+)?$/u)
const indian = String.raw`(?:\d{1,2}[, \u00A0])?(?:\d{2}[, \u00A0])*\d{3}|\d+`

/** Two units, the lesser in hundredths: `6 rupees 5 paise` is 6.05. */
const units =
  (form: RegExp): Transformation =>
  (text) => {
    const narrow = text.replace(/[\uFF07\uFF0C\uFF0E\uFF10-\uFF19]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    const [, whole = '', part = ''] = form.exec(narrow) ?? []
    const digits = whole.replace(/\D/gu, '')
    return digits === '' ? null : `${digits}.${part.padStart(2, '0')}`
  }
const always =
  (value: string): Transformation =>
  () =>
    value
const date =
  (order: DateOrder): Transformation =>
  (text) =>
    readWrittenDay(text, order)
const under = (read: Transformation, ...names: readonly string[]) => names.map((each) => [each, read] as const)
/** A code stands for the name; the name itself says as much. */
const name: Transformation = (text) => (text === '' ? null : text)

/**
 * By local name: those of the inline XBRL transformation registries 1 to 5 and of the SEC's own that filings use, all that give a number among them. A
 * name means the same in each registry that has it.
 */
const transformations = new Map<string, Transformation>([
  ['num-dot-decimal', dotOfAnyGroups],
  ['num-dot-decimal-apos', dotOrApostrophe],
  ['numdotdecimal', dot],
  ['numdotdecimalin', grouped(new RegExp(`^(?:${indian})(?:\\.\\d+)?$`, 'u'))],
  ['numcommadot', grouped(/^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/u)],
  ['numspacedot', grouped(/^\d{1,3}(?:[ \u00A0]\d{3})*(?:\.\d+)?$/u)],
  ['num-comma-decimal', swapped(dotOfAnyGroups)],
  ['num-comma-decimal-apos', swapped(dotOrApostrophe)],
  ['numcommadecimal', swapped(dot)],
  ['numdotcomma', swapped(grouped(/^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/u))],
  ['numspacecomma', swapped(grouped(/^\d{1,3}(?:[ \u00A0]\d{3})*(?:\.\d+)?$/u))],
  ['numcomma', swapped(grouped(/^\d+(?:\.\d+)?$/u))],
  ['num-unit-decimal', units(/^([\d.,]+)[^\d.,]\D*(\d{1,2})\D*$/u)],
  ['num-unit-decimal-apos', units(/^([\d.,'`´’′]+)[^\d.,'`´’′]\D*(\d{1,2})\D*$/u)],
  ['numunitdecimal', units(/^(0|[1-9]\d{0,2}(?:[.,]?\d{3})*)[^\d.,]+(\d{1,2})[^\d.,]*$/u)],
  ['numunitdecimalin', units(new RegExp(`^(${indian})\\D+(\\d{1,2})\\D*$`, 'u'))],
  ['zerodash', (text) => (dash.test(text) ? '0' : null)],
  ['numdash', (text) => (text === '-' ? '0' : null)],
  ...under(always('0'), 'fixed-zero', 'fixedzero'),
  ...under(always(''), 'fixed-empty', 'nocontent'),
  ...under(always('true'), 'fixed-true', 'booleantrue'),
  ...under(always('false'), 'fixed-false', 'booleanfalse'),
  ['boolballotbox', (text) => (text === hollow ? 'false' : ticked.test(text) ? 'true' : null)],
  ['numwordsen', readNumberWords],
  ...under(date('ndy'), 'date-monthname-day-year-en', 'datemonthdayyearen'),
  ...under(date('dny'), 'date-day-monthname-year-en', 'datedaymonthyearen'),
  ...under(date('mdy'), 'date-month-day-year', 'datemonthdayyear'),
  ...under(date('dmy'), 'date-day-month-year', 'datedaymonthyear'),
  ['date-year-month-day', date('ymd')],
  ...under(
    readJapaneseDay,
    'dateyearmonthdaycjk',
    'date-year-month-day-cjk',
    'dateerayearmonthdayjp',
    'date-jpn-era-year-month-day',
  ),
  ...under(date('nd'), 'date-monthname-day-en', 'datemonthdayen'),
  ...under(date('dn'), 'date-day-monthname-en', 'datedaymonthen'),
  ...under(date('md'), 'date-month-day', 'datemonthday'),
  ...under(date('dm'), 'date-day-month', 'datedaymonth'),
  ...under(date('ny'), 'date-monthname-year-en', 'datemonthyearen'),
  ['date-year-monthname-en', date('yn')],
  ['duryear', (text) => duration(text, 'Y')],
  ['durmonth', (text) => duration(text, 'M')],
  ['durday', (text) => duration(text, 'D')],
  ['durwordsen', durationWords],
  ...under(name, 'exchnameen', 'stateprovnameen', 'countrynameen', 'edgarprovcountryen', 'entityfilercategoryen'),
])

/**
 * Text as a reader sees it, by a format (`ixt:num-dot-decimal`), -> the value: digits with a point, an ISO date, `true`, a duration
 * (`P5Y`). Exchanges, states, countries and filer categories keep their names. Null for text that does not follow its format, and for any other format.
 */
export function applyTransformation(format: string, text: string): string | null {
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
