import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DocumentSet } from '../../pipeline/filings/document-set.ts'
import { splitSentences } from '../../pipeline/filings/sentence.ts'
import type { Span } from '../../pipeline/filings/span.ts'
import { recordedFolder } from '../recorded.ts'

const bullet = /^\s*[\p{Co}•▪§*–-]\s+/u
const gap = / {3,}/u
const columnHead =
  /^(?:prior |updated |previous |current |\(?(?:incl|excl)|(?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d$)/iu
const figureCell =
  /^(?=.*(?:[$%]|million|billion|no change|\d[-–]\d))(?:[\s\d.,$%()~–—/BM-]|approximately|to|billion|million|no change|per share|previously|of income)+$/u
const isCell = (part: string) => figureCell.test(part) || columnHead.test(part)

/**
 * A release as text, drawn from a print of it or from a newswire, as the documents of a filing: paragraph by paragraph, and line by line where a
 * line has columns. `company` and `accession` are invented.
 */
export function releaseText(file: string, company = 'us:0000000001'): DocumentSet {
  const stored = readFileSync(join(recordedFolder, file))
  const text = (file.endsWith('.gz') ? gunzipSync(stored) : stored).toString('utf8')
  const url = `https://www.sec.gov/${file}`
  const spans = file.endsWith('.md') ? newswire(text) : printed(text)
  return {
    ...{ company, accession: file, form: '8-K', url, items: [], facts: [] },
    texts: [{ url, type: 'EX-99.1', spans }],
  }
}

type Bare = Pick<Span, 'kind' | 'text' | 'heading' | 'label' | 'place'>

const counted = (all: readonly Bare[]): Span[] =>
  all.map((span, seq) => ({ ...span, seq, context: span.label, section: '', terms: '' }))

function newswire(text: string): Span[] {
  const paragraphs = text.split('\n').flatMap((line) => line.replace(/^[#*\s]+/u, '').trim() || [])
  return counted(
    paragraphs.flatMap((paragraph, at) =>
      splitSentences(paragraph).map((each) => ({
        kind: 'sentence' as const,
        text: each,
        heading: '',
        label: '',
        place: `paragraph ${at + 1}`,
      })),
    ),
  )
}

function printed(text: string): Span[] {
  const spans: Bare[] = []
  let paragraph = ''
  let heads: string[] = []
  let table = 1
  const flush = () => {
    const plain = paragraph
      .replace(/\s+/gu, ' ')
      .replace(/\b(20\d) (\d)\b/gu, '$1$2')
      .trim()
    for (const each of splitSentences(plain))
      spans.push({ kind: 'sentence', text: each, heading: '', label: '', place: `paragraph ${spans.length}` })
    paragraph = ''
  }
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trimEnd()
    if (/^--- page/u.test(line)) continue
    if (line.length > 100 && !/ {3}/u.test(line.trim())) table += 1
    const parts = line.trim().split(gap)
    const first = parts.findIndex((part, place) => (place > 0 || parts.length === 1 || /^\s{20}/u.test(line)) && isCell(part))
    const cells = first < 0 ? [] : parts.slice(first)
    const isRow = cells.length > 0 && (parts.length > 1 || /^\s{20}/u.test(line)) && cells.every(isCell) && !bullet.test(line)
    if (isRow && /^\(previously/u.test(cells[0]!) && first <= 0) {
      const last = spans.at(-1)!
      spans[spans.length - 1] = { ...last, text: `${last.text} ${parts.join(' ')}` }
    } else if (isRow && columnHead.test(cells[0]!)) {
      flush()
      heads =
        heads.length === cells.length && /^\(/u.test(cells[0]!) ? heads.map((head, place) => `${head} | ${cells[place]}`) : cells
      spans.push({ kind: 'sentence', text: parts.slice(0, first).join(' '), heading: '', label: '', place: `line ${at + 1}` })
    } else if (isRow) {
      flush()
      const label = parts.slice(0, first).join(' ')
      spans.push({ kind: 'cell', text: label, heading: '', label, place: `table ${table}, row ${at + 1}, column 1` })
      for (const [place, cell] of cells.entries())
        spans.push({
          kind: 'cell',
          text: cell,
          heading: cells.length === heads.length ? heads[place]! : heads.length === 0 ? '' : 'unknown',
          label,
          place: `table ${table}, row ${at + 1}, column ${place + 2}`,
        })
    } else {
      if (bullet.test(line) || /[.:”]$/u.test(paragraph) || looksAlone(line) || looksAlone(paragraph)) flush()
      if (parts.length === 1 && line.length > 100) heads = []
      paragraph = `${paragraph} ${line.replace(bullet, '')}`
    }
  }
  flush()
  return counted(spans.filter(({ text: each }) => each !== ''))
}

/** A heading: short, in words that begin with capitals. */
const looksAlone = (line: string): boolean =>
  /^\s*(?:[A-Z0-9][\w’&-]*:?(?: (?:of|and|for|the|in) | |$)){1,7}$/u.test(line) && !/[.,]\s*$/u.test(line)
