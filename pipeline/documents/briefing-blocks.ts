import { briefingById } from '../../data/briefings.ts'
import { prices } from '../../data/prices.ts'
import { type Block, type Fact, type Form, heading, joined, number, type Span, sentence, type Text } from './blocks.ts'
import type { BriefingDocument } from './briefing.ts'
import { correlationBlocks, readingsBlocks, sectionBlocks } from './briefing-tables.ts'
import type { Charts } from './charts.ts'
import { holdersBlocks } from './holders-table.ts'
import { chartOf, sinceBefore, staleText, titleOf } from './reading-text.ts'
import { regimeBlocks, regimeFigure } from './regime-blocks.ts'
import { capitalised, toneOfState } from './tones.ts'
import { turnSentences, waysBlocks } from './turn-text.ts'

/** Changes and points that are listed, most unusual first; the JSON has them all. */
const mostChanges = 5
const mostPoints = 5

/** A briefing: Markdown in the order it is read in, a page with the picture that carries its sentence next to the top. */
export function briefingBlocks(document: BriefingDocument, form: Form, charts: Charts): Block[] {
  return form === 'markdown' ? inMarkdown(document, charts) : onPage(document, charts)
}

function inMarkdown(document: BriefingDocument, charts: Charts): Block[] {
  const { headline, summary, title, readings, sections, notes, data_quality } = document
  return [
    { kind: 'head', title, headline: null, warning: staleText(readings), crumbs: [] },
    sentence(...standingText(document)),
    // a headline that is in the summary again would be read twice
    ...(summary.includes(headline) ? [] : [sentence({ strong: headline })]),
    sentence(summary),
    ...turnsBlocks(document),
    ...readingsBlocks(document, 'markdown'),
    ...regimeBlocks(document, 'markdown', charts),
    ...sections.flatMap((section) => sectionBlocks(section, 'markdown', charts)),
    ...correlationBlocks(document, 'markdown', charts),
    ...changesBlocks(document),
    ...sureBlocks(document, 'markdown'),
    { kind: 'list', items: data_quality.missing.map(missingText) },
    ...(notes.length > 0 ? [sentence(...joined(notes, ' '))] : []),
    ...sourceBlocks(document),
    { kind: 'origin', rows: [], formats: [], dayAbove: true },
  ]
}

function onPage(document: BriefingDocument, charts: Charts): Block[] {
  const { readings, sections, regime } = document
  const { holders = [], pairs, lines } = charts
  const lead = regime === undefined && pairs === undefined && holders.length === 0 ? lines[0] : undefined
  const correlations = correlationBlocks(document, 'page', charts)
  const history = lead === undefined ? [] : [chartOf(lead, readings[lead.metric])]
  return [
    ...headBlocks(document, charts),
    // what the briefing is about comes first: the regime, links, holders; else the history of its lead
    ...regimeFigure(document, charts),
    ...(pairs === undefined ? [] : correlations),
    ...holdersBlocks(holders, document.as_of, 'page'),
    { kind: 'columns', look: 'lead', columns: [history, waysBlocks(document)] },
    ...pointsBlocks(document, charts),
    ...curveBlocks(charts),
    ...regimeBlocks(document, 'page', charts),
    ...(pairs === undefined ? correlations : []),
    ...sections
      .filter(({ id }) => id !== 'holdings' || holders.length === 0)
      .flatMap((section) => sectionBlocks(section, 'page', charts)),
    ...readingsBlocks(document, 'page'),
    { kind: 'columns', look: 'two', columns: [changesBlocks(document), sureBlocks(document, 'page')] },
    ...releaseBlocks(document),
    originOf(document),
  ]
}

function headBlocks(document: BriefingDocument, { states = [] }: Charts): Block[] {
  const { briefing, title, tier, headline, summary, state, readings } = document
  const row = briefingById.get(briefing)
  const rest = summary.replace(headline, '').trim()
  const standing: Text =
    state === null ? '' : [{ tone: toneOfState(state.label), word: state.label }, { soft: sinceBefore(state) }]
  return [
    {
      kind: 'head',
      title,
      headline: headline.replace(/\.$/, ''),
      warning: staleText(readings),
      path: row?.path ?? '/',
      crumbs: [['Today', '/'], [`${capitalised(tier)}, $${prices.briefing[row?.tier ?? 'free']}`]],
    },
    ...(rest === '' ? [] : [{ kind: 'sentence', text: rest, leads: true } as const]),
    ...(state === null
      ? []
      : [{ kind: 'sentence', text: standing, state: true } as const, { kind: 'strip', runs: states } as const]),
  ]
}

/** `2026-07-28 · state **mixed** since 17 July (was easing) · data good · **late: Money stock M2**` */
function standingText({ as_of, state, data_quality, readings }: BriefingDocument): readonly Span[] {
  const late = Object.values(readings).filter(({ freshness }) => freshness.status === 'late')
  const named = late.slice(0, 2).map(({ title }) => title)
  const listed = [...named, ...(late.length > 2 ? [`${late.length - 2} more`] : [])].join(', ')
  return joined(
    [
      as_of,
      ...(state === null ? [] : [['state ', { strong: state.label }, ' ', ...sinceBefore(state)]]),
      `data ${data_quality.status}`,
      ...(late.length === 0 ? [] : [{ strong: `late: ${listed}` }]),
    ],
    ' · ',
  )
}

function turnsBlocks(document: BriefingDocument): Block[] {
  const sentences = turnSentences(document, document.readings, { states: 2, ways: 2, releases: 2 })
  if (sentences.length === 0) return []
  const opening: Span[] = document.turns.length > 0 ? [{ strong: 'What would change it.' }, ' '] : []
  return [sentence(...opening, ...joined(sentences, ' '))]
}

/** What stands out, most unusual first. */
function pointsBlocks({ points, readings, as_of }: BriefingDocument, { lines }: Charts): Block[] {
  if (points.length === 0) return []
  const shown = points.toSorted((a, b) => a.rank - b.rank).slice(0, mostPoints)
  return [
    heading('What stands out', ['On ', { day: as_of }, ', most unusual first.']),
    {
      kind: 'points',
      points: shown.map(({ metric, text }) => {
        const [first, ...rest] = text.split(/(?<=[.!?]) (?=\p{Lu})/u)
        const reading = readings[metric]
        return {
          text: [{ strong: first! }, ...(rest.length > 0 ? [' ', { soft: rest.join(' ') }] : [])],
          line: lines.find((line) => line.metric === metric),
          level: reading?.record?.window === null ? reading.value : null,
        }
      }),
    },
  ]
}

function curveBlocks({ curves = [] }: Charts): Block[] {
  if (curves.length === 0) return []
  const note = 'Maturities at equal distances. Source: U.S. Treasury.'
  return [{ kind: 'curves', title: 'Treasury yield curve', remark: 'Par yields, percent', note, curves }]
}

function changesBlocks({ changes }: BriefingDocument): Block[] {
  const all = changes['7d'].toSorted((a, b) => a.rank - b.rank)
  const more = all.length - mostChanges
  return [
    heading('Since last week'),
    ...(all.length === 0 ? [sentence('No label, record or release changed.')] : []),
    { kind: 'list', look: 'ranked', items: all.slice(0, mostChanges).map(({ text }) => text) },
    ...(more > 0 ? [sentence(`And ${more} smaller ${more === 1 ? 'one' : 'ones'}.`)] : []),
  ]
}

/** What followed such days, and of which reading: `Net liquidity. On 133 such weeks ...`; on a page with its score and what makes it up. */
function sureBlocks({ confidence, lead, readings }: BriefingDocument, form: Form): Block[] {
  if (confidence === null) return []
  const { text, score, factors } = confidence
  const blocks = [heading('How sure'), sentence(lead === null ? text : `${titleOf(lead, readings)}. ${text}`)]
  if (form === 'markdown') return blocks
  return [
    ...blocks,
    ...(score === null ? [] : [{ kind: 'sentence', aside: true, text: ['Score ', number(score, '1', 1), ' of 100.'] } as const]),
    { kind: 'list', look: 'aside', items: factors.map(({ name, effect, detail }) => `${name}: ${effect}, ${detail}`) },
  ]
}

const missingText = ({ what, why }: { readonly what: string; readonly why: string }): string => `Missing: ${what}, ${why}`

/** Releases by the day they are due. */
function releaseBlocks({ next_releases }: BriefingDocument): Block[] {
  if (next_releases.length === 0) return []
  const days = [...new Set(next_releases.map(({ due_at }) => due_at.slice(0, 10)))]
  const rows = days.map((day): Fact => {
    const due = next_releases.filter(({ due_at }) => due_at.startsWith(day))
    return [{ day, short: true }, { lines: due.map(({ title, due_at }) => [title, ' ', { soft: due_at.slice(11, 16) }]) }]
  })
  return [heading('Next releases', 'Times in UTC.'), { kind: 'facts', rows }]
}

function sourceBlocks({ sources, readings }: BriefingDocument): Block[] {
  const method = Object.values(readings)[0]?.method.url
  const listed = sources.map(({ name, as_of }): Text => [name, ' to ', { day: as_of }])
  const parts: Text[] = [
    ...(listed.length > 0 ? [['Sources: ', ...joined(listed, '; '), '.']] : []),
    ...(method === undefined ? [] : [`Method: ${method}`]),
  ]
  return parts.length > 0 ? [sentence(...joined(parts, ' '))] : []
}

function originOf({ briefing, as_of, data_quality, sources, notes }: BriefingDocument): Block {
  const path = briefingById.get(briefing)?.path ?? '/'
  const listed = sources.map(({ name, url, as_of: newest }): Text => [{ name, url }, ' to ', { day: newest }])
  const data = [`${capitalised(data_quality.status)}.`, ...data_quality.missing.map(missingText)]
  return {
    kind: 'origin',
    rows: [
      ['Sources', listed.length === 0 ? null : { lines: listed }],
      ['Data', { lines: data }],
      ['Notes', notes.length === 0 ? null : { lines: notes }],
    ],
    formats: [
      ['Markdown', `${path}?date=${as_of}&format=markdown`],
      ['JSON', `${path}?date=${as_of}&format=json`],
    ],
  }
}
