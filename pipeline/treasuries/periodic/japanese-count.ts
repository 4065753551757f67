import { statedPart } from '../../companies/fact.ts'
import { assetLines } from '../../companies/markets/edinet-sheet.ts'
import type { TextBlock } from '../../filings/fact.ts'
import type { CountCheck } from '../extraction.ts'
import type { CountCandidate } from './candidate.ts'
import { type CountedReport, type CountStatement, emptyCountStatement } from './count-statement.ts'

/** A place of a report's text that states all bitcoins held on its balance sheet day. */
type Statement = Pick<CountCandidate, 'coins' | 'how' | 'place' | 'quote'>

const number = String.raw`(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?`
const coins = new RegExp(`${number}(?:BTC|ビットコイン)`, 'gu')
const holding = /保有(?:して|する|残高|数量|枚数|量|ビットコイン|BTC)|を保有/u
const atEnd =
  /(?:当(?:中間)?(?:連結)?会計(?:年度|期間)|当事業年度|当中間(?:連結)?会計期間|当期|当中間期)(?:の)?末(?:日)?(?:現在|時点|において|における|の)/u
/** Words of a part, of a flow, of another day, of a plan or of what is not a coin: a sentence with one of them states no holding. */
const otherwise =
  /担保|差し?入れ|貸し?(?:付|出|し)|借り?入|預|うち|取得|購入|追加|売却|増加|減少|目標|計画|予定|目指|見込|相当|換算|前(?:連結|事業|中間|期)|提出日|オプション|デリバティブ|先物|約\d|およそ|以上|超|未満|程度|子会社|取締役会|株式/u
/** The note that lists all crypto assets held, by kind (ASBJ practical solution 38, paragraph 17). */
const byKind = /種類ごとの保有数量/u
const yearBefore = /前(?:連結|事業|中間|期)/u
/** Sentences that say bitcoin is the only crypto asset held, and what makes one of them something else. */
const onlyKind =
  /(?:暗号資産|仮想通貨)(?:の種類|の銘柄)?は、?(?:(?:全て|すべて|全額|全部|いずれも)(?:が)?ビットコイン|ビットコイン(?:\(BTC\))?(?:のみ|だけ))|(?:ビットコイン|BTC)(?:\(BTC\))?(?:以外の|を除く)(?:暗号資産|仮想通貨)(?:は|を)(?:一切)?(?:保有して(?:おりません|いません|いない)|保有しない)|保有する(?:暗号資産|仮想通貨)は、?ビットコイン(?:\(BTC\))?のみ/u
const planned = /方針|予定|計画|目標|場合|原則|顧客|利用者|預|担保|取得|購入|売却|子会社/u
/** Kinds that a note lists beside bitcoin. */
const otherKind =
  /イーサ|ETH|リップル|XRP|ソラナ|SOL|ドージ|DOGE|ライトコイン|LTC|キャッシュ|BCH|テザー|USDT|USDC|ステーブル|その他|トークン|合計|ポルカドット|アバランチ|カルダノ|BNB|TRX/iu
const longestQuote = 300
/** Passages read: those that name what is held. */
const bitcoin = /BTC|ＢＴＣ|ビットコイン|暗号資産/u
/** Lines of the balance sheet that are bitcoins by name, those that name other coins too, and those of crypto assets. */
const ofBitcoin = /Bitcoin|BTC|ビットコイン/u
const others = /ビットコイン(?:等|など|及び|および|並びに|、|・|その他)/u
const ofCrypto = /Crypto|VirtualCurrenc|暗号資産|仮想通貨/u

/**
 * What a Japanese report states in its words of the bitcoins held on its balance sheet day, where every place that states a total agrees,
 * and what the balance sheet carries them at: the lines of assets that are bitcoins by name, or where none is and the report says it holds
 * no other, those of crypto assets. Counts of a part, of a purchase, of another day are not a total.
 */
export function japaneseCount({ day: { day }, tagged, amounts }: CountedReport): CountStatement {
  const texts = tagged.texts.filter(({ text }) => bitcoin.test(text))
  const statements = texts.flatMap((text) => statementsIn(text, day))
  const [best] = statements.toSorted((a, b) => decimalsOf(b.coins) - decimalsOf(a.coins))
  const lines = assetLines(amounts)
  const named = (name: RegExp) =>
    lines.filter(({ concept, place }) => name.test(`${concept.slice(concept.indexOf(':'))} ${place.label}`))
  const byName = named(ofBitcoin).filter(({ place }) => !others.test(place.label))
  const bitcoinLines = byName.length > 0 ? byName : saysOnlyBitcoinInYen(texts, day) ? named(ofCrypto) : []
  const carried = bitcoinLines.reduce((sum, { number }) => sum + (number ?? 0), 0)
  const counts = countsNamed(texts)
  return {
    ...emptyCountStatement,
    candidates: best === undefined ? [] : [{ ...best, cost: null, beside: null }],
    agreement: best === undefined ? null : agreementCheck(best, statements),
    fairValue: carried === 0 ? null : statedPart(carried),
    whyNot: 'no line for bitcoins alone is read from the balance sheet',
    silence: `No total of bitcoins for the balance sheet date is read from the report${
      counts.length === 0 ? '' : `; its text mentions ${counts.join(', ')} BTC, which may be a part`
    }.`,
  }
}

/** Every count of bitcoins a text names, whatever it is of. */
function countsNamed(texts: readonly TextBlock[]): string[] {
  const named = texts.flatMap(({ text }) => [...plain(text).matchAll(coins)].map(([, whole = '', part = '']) => whole + part))
  return [...new Set(named)]
}

/**
 * Whether a report says that bitcoin is the only crypto asset held on its balance sheet day: in a sentence, or by a note of all kinds that
 * lists no other. What it does not say is not so: a line of crypto assets holds all of them.
 */
function saysOnlyBitcoinInYen(texts: readonly TextBlock[], day: string): boolean {
  return texts.some(({ text }) =>
    text.split(/[。｡]/u).some((written) => {
      const sentence = plain(written)
      const note = sentence.search(byKind)
      if (note >= 0) return inNote(sentence.slice(note), day) !== undefined && !otherKind.test(sentence.slice(note))
      return onlyKind.test(sentence) && !planned.test(sentence) && datesIn(sentence).every((date) => date === day)
    }),
  )
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, '')
}

function statementsIn({ concept, text }: TextBlock, day: string): Statement[] {
  return text.split(/[。｡]/u).flatMap((written, at) => {
    const sentence = plain(written)
    const place = `${concept}, sentence ${at + 1}`
    const note = sentence.search(byKind)
    const how = note >= 0 ? 'table' : 'sentence'
    const match = note >= 0 ? inNote(sentence.slice(note), day) : inSentence(sentence, day)
    if (match === undefined) return []
    const [, whole = '', part = ''] = match
    const from = Math.max(0, Math.max(note, 0) + match.index - 150)
    const quote = written.length <= longestQuote ? written.trim() : sentence.slice(from, from + longestQuote)
    return [{ coins: whole.replaceAll(',', '') + part, how, place, quote }]
  })
}

/** The only count of a sentence that says what is held on the balance sheet day, and nothing else. */
function inSentence(sentence: string, day: string): RegExpExecArray | undefined {
  const [only, ...more] = sentence.matchAll(coins)
  if (more.length > 0 || !holding.test(sentence) || otherwise.test(sentence)) return undefined
  const dates = datesIn(sentence)
  const isOfDay = dates.length === 0 ? atEnd.test(sentence) : dates.every((date) => date === day)
  return isOfDay ? only : undefined
}

/** Of the note by kinds: its only count of bitcoins, or the second of two where it has columns of the year before and of this one. */
function inNote(note: string, day: string): RegExpExecArray | undefined {
  const counts = [...note.matchAll(coins)]
  const dates = datesIn(note)
  if (counts.length === 2) return dates.length === 2 && dates[0]! < day && dates[1] === day ? counts[1] : undefined
  return counts.length === 1 && !yearBefore.test(note) && dates.every((date) => date === day) ? counts[0] : undefined
}

function datesIn(text: string): string[] {
  return [...text.matchAll(/(\d{4})年(\d{1,2})月(\d{1,2})日/gu)].map(
    ([, year, month = '', date = '']) => `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`,
  )
}

function decimalsOf(count: string): number {
  return count.includes('.') ? count.length - count.indexOf('.') - 1 : 0
}

/** Every other statement is the same count, rounded or cut to its own last digit. */
function agreementCheck(best: Statement, all: readonly Statement[]): CountCheck {
  const apart = all.filter(({ coins: count }) => Math.abs(Number(count) - Number(best.coins)) >= 10 ** -decimalsOf(count))
  const passed = apart.length === 0
  const named = [...new Set(all.map(({ coins: count }) => count))].join(' and ')
  return { name: 'statements', passed, detail: passed ? `${all.length} of ${all.length} agree` : `the report states ${named}` }
}
