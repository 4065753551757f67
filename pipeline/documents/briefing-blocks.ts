import { briefingById } from '../../data/briefings.ts'
import { prices } from '../../data/prices.ts'
import {
  type Block,
  type FactItem,
  heading,
  joined,
  list,
  number,
  type OutputMedium,
  phrase,
  type Span,
  sentence,
  standfirst,
  type Text,
  table,
  tableOf,
} from './blocks.ts'
import type { BriefingDocument, Regime } from './briefing.ts'
import { correlationBlocks, metricLink, readingsBlocks, sectionBlocks } from './briefing-tables.ts'
import type { Charts } from './charts.ts'
import { holdersBlocks } from './holders-table.ts'
import {
  abbreviatedList,
  chartOf,
  confidenceEdgeText,
  decidingReadings,
  metricTitle,
  scoreBlocks,
  sinceBefore,
  sinceText,
  staleText,
} from './reading-text.ts'
import { briefingOpening, sentencesOf } from './repeats.ts'
import { capitalised, toneOfState } from './tones.ts'
import { repeatsTurn, stateTurnBlocks, turnSentences } from './turn-text.ts'

/** Changes and points that are listed, most unusual first; the JSON has them all. */
const mostChanges = 5
const mostPoints = 5

/** A briefing: Markdown in the order it is read in, a page with the picture that carries its sentence next to the top. */
export function briefingBlocks(document: BriefingDocument, form: OutputMedium, charts: Charts): Block[] {
  return form === 'markdown' ? inMarkdown(document, charts) : onPage(document, charts)
}

function inMarkdown(document: BriefingDocument, charts: Charts): Block[] {
  const { headline, summary, title, sections, turns } = document
  const { lead, rest } = briefingOpening(
    headline,
    sentencesOf(summary)
      .filter((each) => !repeatsTurn(each, turns))
      .join(' '),
  )
  return [
    { kind: 'head', title, headline: null, warning: staleText(decidingReadings(document)), crumbs: [] },
    sentence(`${document.as_of} · `, ...standingText(document, 'markdown')),
    sentence({ strong: lead }),
    ...(rest === '' ? [] : [sentence(rest)]),
    ...turnsBlocks(document),
    ...readingsBlocks(document),
    ...regimeBlocks(document, 'markdown', charts),
    ...sections.flatMap((section) => sectionBlocks(section, charts)),
    ...correlationBlocks(document, 'markdown', charts),
    ...changesBlocks(document),
    ...sureBlocks(document),
    ...sourceBlocks(document),
    { kind: 'origin', rows: [], formats: [], dayAbove: true },
  ]
}

function onPage(document: BriefingDocument, charts: Charts): Block[] {
  const { as_of, readings, sections, regime, summary, headline } = document
  const { holders = [], pairs, lines, states = [] } = charts
  const rest = summary.replace(headline, '').trim()
  const lead = regime === undefined && pairs === undefined && holders.length === 0 ? lines[0] : undefined
  const correlations = correlationBlocks(document, 'page', charts)
  const history = lead === undefined ? [] : [chartOf(lead, readings[lead.metric])]
  return [
    headBlock(document),
    ...(rest === '' ? [] : [standfirst(rest)]),
    { kind: 'sentence', text: standingText(document, 'page'), state: true },
    { kind: 'strip', runs: document.state === null ? [] : states },
    // what the briefing is about comes first: the regime, links, holders; else the history of its lead
    ...regimeFigure(document, charts),
    ...(pairs === undefined ? [] : correlations),
    ...holdersBlocks(holders, as_of, 'page'),
    { kind: 'columns', look: 'lead', columns: [history, stateTurnBlocks(document)] },
    ...pointsBlocks(document, charts),
    ...curveBlocks(charts),
    ...regimeBlocks(document, 'page', charts),
    ...(pairs === undefined ? correlations : []),
    ...sections
      .filter(({ id }) => id !== 'holdings' || holders.length === 0)
      .flatMap((section) => sectionBlocks(section, charts)),
    ...readingsBlocks(document),
    {
      kind: 'columns',
      look: 'two',
      columns: [changesBlocks(document), [...sureBlocks(document), ...scoreBlocks(document.confidence)]],
    },
    ...releaseBlocks(document),
    heading('Sources and dates'),
    ...sourceBlocks(document),
    { kind: 'origin', rows: [], formats: formatsOf(document) },
  ]
}

function headBlock(document: BriefingDocument): Block {
  const { briefing, title, tier, headline } = document
  const row = briefingById.get(briefing)
  return {
    kind: 'head',
    title,
    headline: headline.replace(/\.$/, ''),
    warning: staleText(decidingReadings(document)),
    path: row?.path ?? '/',
    crumbs: [['Today', '/'], [`${capitalised(tier)}, $${prices.briefing[row?.tier ?? 'free']}`]],
  }
}

/**
 * `state **mixed** since 17 July (was easing) · data good`. A state that has stood for a year says little: its score is shown first. What is late
 * is in the summary.
 */
function standingText(document: BriefingDocument, form: OutputMedium): readonly Span[] {
  const { state, data_quality, as_of } = document
  const isOld = state !== null && Date.parse(as_of) - Date.parse(state.since) >= yearMs
  const label = state && (form === 'page' ? { tone: toneOfState(state.label), word: state.label } : { strong: state.label })
  return joined(
    [
      ...(isOld ? scoreText(document) : []),
      ...(state === null ? [] : [phrase`${form === 'page' ? '' : 'state '}${label!} ${sinceBefore(state)}`]),
      `data ${data_quality.status}`,
    ],
    ' · ',
  )
}

const yearMs = 365 * 86_400_000

/** `yield curve **36 bp**, 27 bp on 22 June, 51 bp on 23 April`: what judges the state, where that is the value of one metric or a score of several. */
function scoreText({ regime, turns, readings }: BriefingDocument): Text[] {
  if (regime?.score !== undefined) {
    const { day, mean } = regime.score
    return [{ soft: phrase`score ${{ strong: signed(day) }} today, ${signed(mean)} on average over 21 days` }]
  }
  const [metric, ...others] = new Set(turns.flatMap(({ needs }) => needs.map((need) => need.metric)))
  const reading = metric === undefined || others.length > 0 ? undefined : readings[metric]
  if (metric === undefined || reading === undefined) return []
  const { value, unit, title, trend } = reading
  const before = [trend['30d'], trend['90d']].flatMap((window): Text[] =>
    window === null ? [] : [[', ', { amount: window.from.value, metric, unit }, ' on ', { day: window.from.period }]],
  )
  // one item of the line, whose items have gaps on a page
  return [{ soft: [`${title.split(/, | \(/)[0]!} `, { strong: [{ amount: value, metric, unit }] }, ...before.flat()] }]
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

/** Exactly what was looked at: that a daily reading has another value is not among it. */
const unchanged = 'The state, the signals and the readings released weekly or less often did not change, and no record was set.'

function changesBlocks({ changes }: BriefingDocument): Block[] {
  const all = changes['7d'].toSorted((a, b) => a.rank - b.rank)
  const more = all.length - mostChanges
  return [
    heading('Since last week'),
    ...(all.length === 0 ? [sentence(unchanged)] : []),
    list(
      all.slice(0, mostChanges).map(({ text }) => text),
      'ranked',
    ),
    ...(more > 0 ? [sentence(`And ${more} smaller ${more === 1 ? 'one' : 'ones'}.`)] : []),
  ]
}

/** How sure the signal of the lead is, where that says something: `Net liquidity. Chance of a rise in 4 weeks: ...`. */
function sureBlocks({ confidence, lead, readings }: BriefingDocument): Block[] {
  const text = confidence && confidenceEdgeText(confidence)
  if (text === null) return []
  return [heading('How sure'), sentence(lead === null ? text : `${metricTitle(lead, readings)}. ${text}`)]
}

/** Releases by the day they are due. */
function releaseBlocks({ next_releases }: BriefingDocument): Block[] {
  if (next_releases.length === 0) return []
  const days = [...new Set(next_releases.map(({ due_at }) => due_at.slice(0, 10)))]
  const rows = days.map((day): FactItem => {
    const due = next_releases.filter(({ due_at }) => due_at.startsWith(day))
    return [
      { day, short: true },
      {
        lines: due.map(({ title, due_at, by }) => [
          title,
          ' ',
          { soft: by === 'deadline' ? 'at the latest' : due_at.slice(11, 16) },
        ]),
      },
    ]
  })
  return [heading('Next releases', 'Times in UTC.'), { kind: 'facts', rows }]
}

/** What is missing, notes, the newest day of each source, and where the method is. */
function sourceBlocks({ data_quality: { missing }, notes, sources, readings }: BriefingDocument): Block[] {
  const method = Object.values(readings)[0]?.method.url
  const listed = sources.map(({ name, url, as_of }) => phrase`${{ name, page: url }} to ${{ day: as_of }}`)
  const parts: Text[] = [
    ...(listed.length > 0 ? [phrase`Sources: ${joined(listed, '; ')}.`] : []),
    ...(method === undefined ? [] : [`Method: ${method}`]),
  ]
  return [
    list(missingTexts(missing, readings)),
    ...(notes.length > 0 ? [sentence(...joined(notes, ' '))] : []),
    ...(parts.length > 0 ? [sentence(...joined(parts, ' '))] : []),
  ]
}

/** One line a reason: `Missing: Prime rate, Germany: 10-year yield (no value on record)`. The JSON says which series each needs. */
function missingTexts(missing: BriefingDocument['data_quality']['missing'], readings: BriefingDocument['readings']): string[] {
  const byReason = new Map<string, string[]>()
  for (const { what, why } of missing) {
    const reason = why.replace(/ as known on [\d-]+/, '').replace(/ \(needs [^)]*\)$/, '')
    byReason.set(reason, [...(byReason.get(reason) ?? []), metricTitle(what, readings)])
  }
  return [...byReason].map(([reason, titles]) => `Missing: ${abbreviatedList(titles)} (${reason})`)
}

function formatsOf({ briefing, as_of }: BriefingDocument): (readonly [name: string, href: string])[] {
  const path = briefingById.get(briefing)?.path ?? '/'
  return [
    ['Markdown', `${path}?date=${as_of}&format=markdown`],
    ['JSON', `${path}?date=${as_of}&format=json`],
  ]
}

/** A path of fewer points than these is not drawn. */
const leastPoints = 8

/** Regimes listed one by one. */
const mostRuns = 7

/** The probability of each regime over the last years, and under it the regime of each day. */
function regimeFigure({ regime, as_of }: BriefingDocument, { regimes: path }: Charts): Block[] {
  if (regime === undefined || path === undefined || path.points.length < leastPoints) return []
  const [first, last] = [path.points[0]!, path.points.at(-1)!].map(([day]): Span => ({ day, short: true, year: true }))
  const known: Span = { day: as_of, year: true }
  return [
    {
      kind: 'areas',
      title: 'Probability of each regime',
      remark: phrase`${number(path.horizonDays)} days ahead, ${first!} to ${last!}`,
      note: phrase`Below: the regime of each day. The history is that of the values as known on ${known}.`,
      path,
      ends: (['expansion', 'transition', 'contraction'] as const).map((name) => ({ name, share: regime.probabilities[name] })),
    },
  ]
}

/** What comes next, and what each input adds to the score; on a page with the regimes of late. */
function regimeBlocks(document: BriefingDocument, form: OutputMedium, charts: Charts): Block[] {
  const { regime, readings } = document
  if (regime === undefined) return []
  const { probabilities, horizon_days: days } = regime
  const inputs = regime.inputs.map((input) => ({
    ...input,
    title: metricTitle(input.metric, readings),
    contribution: input.contribution ?? input.score * input.weight,
  }))
  const shares = Object.entries(probabilities).map(([name, share]) => phrase`${name} ${number(share)}`)
  const next = sentence(...phrase`${days === undefined ? 'Probabilities' : `In ${days} days`}: ${joined(shares, ', ')}.`)
  if (form === 'markdown') {
    const ranked = inputs.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    const parts = ranked.map(({ title, contribution }) => phrase`${title} ${number(contribution)}`)
    return [heading('Regime'), next, sentence(...phrase`Score by input: ${joined(parts, ', ')}.`)]
  }
  return [
    heading('What makes up the score', 'Score of each input times its weight; right of the line speaks for expansion.'),
    {
      kind: 'columns',
      look: 'lead',
      columns: [[scoreTable(inputs, regime)], [next, ...pastBlocks(document, charts)]],
    },
  ]
}

type Input = Regime['inputs'][number] & { readonly title: string; readonly contribution: number }

const signed = (value: number): Span => ({ number: value, signed: true })

function scoreTable(inputs: readonly Input[], { score: total }: Regime): Block {
  const most = Math.max(...inputs.map(({ contribution }) => Math.abs(contribution)), Math.abs(total?.day ?? 0), 1e-9)
  const rows = inputs
    .toSorted((a, b) => b.contribution - a.contribution)
    .map(({ metric, title, measure, span, value, unit, period, score, weight, contribution }): Text[] => {
      const how = span ? `${measure}, ${span}` : measure
      return [
        [metricLink(metric, title), { small: phrase`${how}; score ${number(score)} × weight ${number(weight, '1', 3)}` }],
        [{ figure: value, unit }, { small: { day: period, short: true } }],
        { bar: contribution / most, fill: contribution > 0 ? 'up' : 'down', sides: true },
        signed(contribution),
      ]
    })
  const sum = (day: number): Text[] => [
    { strong: 'Score of the day' },
    '',
    { bar: day / most, fill: 'flat', sides: true },
    { strong: signed(day) },
  ]
  return table(['Input', ['Value'], 'Against or for expansion', ['Adds']], total === undefined ? rows : [...rows, sum(total.day)])
}

/** Regimes as today's values judge them, which revisions may have moved from where the state above has them. */
function pastBlocks({ as_of, state }: BriefingDocument, { regimes }: Charts): Block[] {
  const runs = regimes?.runs.toReversed().slice(0, mostRuns) ?? []
  if (runs.length < 2) return []
  return [
    heading('Recent regimes', [
      'By the values known on ',
      { day: as_of },
      ', revisions included.',
      ...(state === null ? [] : [` As each day knew them: ${state.label} `, ...sinceText(state), '.']),
    ]),
    tableOf(runs, [
      ['Regime', ({ label }) => ({ tone: toneOfState(label), word: label })],
      ['From', (run) => [run === regimes!.runs[0] ? 'before ' : '', { day: run.from, short: true }]],
      ['To', (run) => (run === runs[0] ? 'today' : { day: run.to, short: true })],
      [['Days'], ({ from, to }) => number(to - from + 1)],
    ]),
  ]
}
