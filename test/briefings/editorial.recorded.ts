import { beforeAll, describe, expect, test } from 'vitest'
import { briefingById, briefingRows } from '../../data/briefings.ts'
import { metricByName } from '../../data/metrics.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { briefingBlocks } from '../../pipeline/documents/briefing-blocks.ts'
import { type Document, shareOf, sixtyDays } from './sixty-days.ts'

const times =
  /\b(?:weeks?|months?|quarters?|years?|days?|hours?|sessions?|since|record|adjustment|changes|January|February|March|April|May|June|July|August|September|October|November|December|five-year|level with)\b/
const figures = /\d|\b(?:none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|all)\b/i

describe('sixty days of recorded feeds', () => {
  let days: readonly (readonly Document[])[] = []
  beforeAll(async () => {
    days = (await sixtyDays()).map((each) =>
      each.flatMap(({ document, isSold }) => (isSold && document.points.length > 0 ? document : [])),
    )
  })

  const wrong = (check: (document: Document) => string | false | undefined) =>
    days.flat().flatMap((document) => {
      const fault = check(document)
      return fault ? [`${document.briefing} ${document.as_of}: ${fault}`] : []
    })
  const textsOf = ({ headline, points, changes }: Document) => [
    headline,
    ...points.map(({ text }) => text),
    ...changes['7d'].map(({ text }) => text),
  ]

  test('there is something to judge', () => expect(days.flat().length).toBeGreaterThan(shareOf(1_150)))

  test('a headline has a figure and a time, on odd days too', () => {
    expect(wrong(({ headline }) => !(figures.test(headline) && times.test(headline)) && headline)).toEqual([])
  })

  test('the second fact of a headline has a figure', () => {
    expect(wrong(({ headline }) => /, (?:while|and) \D*$/.test(headline) && headline)).toEqual([])
  })

  test('a superlative of a change has its size, its window and since when', () => {
    const superlative = /\b(?:largest (?:rise|fall)|the most (?:since|in|on))\b/
    expect(
      wrong((document) =>
        textsOf(document).find(
          (text) => superlative.test(text) && !(/\d/.test(text) && times.test(text) && /since|on record/.test(text)),
        ),
      ),
    ).toEqual([])
  })

  test('a superlative of a level says since when', () => {
    expect(
      wrong(({ headline }) => /\bat (?:its|their) \w+est\b/.test(headline) && !/ since | on record/.test(headline) && headline),
    ).toEqual([])
  })

  test('what is a record, or near one, is not called usual or close to its 90-day high', () => {
    expect(wrong(({ headline, summary }) => /usual range|than usual/.test(headline + summary) && summary)).toEqual([])
    expect(
      wrong(({ points, readings }) => {
        const close = points.find(({ metric, text }) => {
          const { record, near_record: near } = readings[metric]!
          return /90-day (?:high|low)/.test(text) && (near !== undefined || record?.window === null)
        })
        return close?.text
      }),
    ).toEqual([])
  })

  test('a briefing opens with one of its subjects or with what it alone tells, and no two of a day with the same', () => {
    const twice = days.flatMap((documents) => {
      const openings = documents.map(({ headline }) => headline.split(/, (?:while|and) |[:;] /)[0]!)
      return documents.flatMap(({ briefing, as_of: day }, at) =>
        openings.indexOf(openings[at]!) === at ? [] : [`${briefing} ${day}: ${openings[at]}`],
      )
    })
    expect(twice).toEqual([])
    const foreign = wrong(({ briefing, points: [first], headline }) => {
      const home = briefingRows.find(({ subjects }) => subjects.some((metric) => metric === first!.metric))
      const { prose, title } = metricByName.get(first!.metric)!
      const isSubject = !headline.includes(':') && headline.toLowerCase().startsWith((prose?.name ?? title).toLowerCase())
      return isSubject && home !== undefined && home.id !== briefing && !briefingById.get(briefing)!.subjects.length && headline
    })
    expect(foreign).toEqual([])
  })

  test('a state that turned today opens its briefing', () => {
    const turned = days
      .flat()
      .filter(
        ({ state, as_of: day }) =>
          state?.since === day && state.previous !== null && state.previous !== 'unknown' && state.label !== 'unknown',
      )
      // that of producers opens the briefing on what they produce
      .filter(({ briefing }) => !/producers|miners|agribusiness/.test(briefing))
    expect(turned.length).toBeGreaterThan(shareOf(15))
    const silent = turned.filter(
      ({ headline, state }) => !headline.toLowerCase().includes(state!.label) || !/^(?:From|The state is) /.test(headline),
    )
    expect(silent.map(({ briefing, as_of: day, headline }) => `${briefing} ${day}: ${headline}`)).toEqual([])
  })

  test('a briefing gives the distance of its subjects to a record that is near, and no day for an all-time record', () => {
    let near = 0
    const missing = wrong(({ briefing, readings, points }) => {
      const own = briefingById.get(briefing)!.subjects.filter((metric) => readings[metric]?.near_record !== undefined)
      near += own.length
      const untold = points.find(({ metric, text }) => own.some((each) => each === metric) && !/ from | matching /.test(text))
      return untold?.text
    })
    expect(missing).toEqual([])
    expect(near).toBeGreaterThan(shareOf(50))
    const old = days
      .flat()
      .flatMap(({ readings }) => Object.values(readings))
      .filter(({ record }) => record?.since != null && record.since < '1970-01-01')
    expect(old.filter(({ record, trend }) => record!.since === trend['90d']?.from.period)).toEqual([])
  })

  test('no signal denies that its metric stands at a record', () => {
    let records = 0
    const denied = wrong(({ readings }) => {
      const own = Object.values(readings).filter(({ record, signal }) => signal !== null && record?.window === null)
      records += own.length
      const denying = own.find(({ record, signal }) => signal!.moving !== (record!.kind === 'highest' ? 'rising' : 'falling'))
      return denying && `${denying.metric} ${denying.signal!.moving} at its ${denying.record!.kind}`
    })
    expect(denied).toEqual([])
    expect(records).toBeGreaterThan(shareOf(900))
  })

  test('a state that has stood for a year is shown beside its score', () => {
    const old = days
      .flat()
      .filter(
        ({ state, as_of: day }) =>
          state !== null && state.label !== 'unknown' && Date.parse(day) - Date.parse(state.since) >= 365 * 86_400_000,
      )
    expect(old.length).toBeGreaterThan(shareOf(50))
    const silent = old.filter((document) => {
      const standing = JSON.stringify(briefingBlocks(document as BriefingDocument, 'markdown', { lines: [] }).slice(0, 6))
      return !/"strong":\[?\{"(?:amount|number)"/.test(standing)
    })
    expect(silent.map(({ briefing, as_of: day }) => `${briefing} ${day}`)).toEqual([])
  })

  test('a briefing on many inputs opens with its state and counts the inputs that made it', () => {
    const composite = days
      .flat()
      .filter(({ briefing, state }) => ['btc.context', 'btc.full'].includes(briefing) && state!.label !== 'unknown')
    expect(composite.length).toBeGreaterThan(shareOf(80))
    const silent = composite.filter(({ summary }) => {
      const [first, second = ''] = summary.split(/(?<=[.!?]) (?=\p{Lu})/u)
      return !/of (?:two|three|four|five|six) inputs|^From |^Now |^The state turned /.test(
        first!.startsWith('Late:') ? second : first!,
      )
    })
    expect(silent.map(({ briefing, as_of: day, summary }) => `${briefing} ${day}: ${summary.slice(0, 160)}`)).toEqual([])
  })

  test('sentences that readers stumbled over do not come back', () => {
    const odd =
      /within the last 90 days|Among its links|correlation of the two|Despite the last|within the cost of|against the 30:|yields .* bp more|no (?:lower|higher) than|\b(?:claims|openings|prices|stocks|payrolls) is\b|(?:percent|bp|%) of the the/i
    expect(
      wrong(({ headline, summary, points }) =>
        [headline, summary, ...points.map(({ text }) => text)].find((text) => odd.test(text)),
      ),
    ).toEqual([])
  })
})
