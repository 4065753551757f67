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
