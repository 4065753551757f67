import type { ActivityOutput } from '../../activities/activity.ts'
import type { FeedsMode, PageRef, RefreshFailure } from '../../activities/fetch/feeds.ts'
import type { Activities } from '../../activities/index.ts'
import type { Host } from '../host.ts'
import { mapInFairWindow } from './fair-window.ts'
import { newTally, runErrorOf, type Tally, type TallyCounts } from './tally.ts'

export interface GatherInput {
  readonly run: string
  readonly feeds: FeedsMode
  readonly pages: readonly PageRef[]
  /** Keys of batches of recordings that are already here, to load. */
  readonly batches: readonly string[]
  /** Rounds of pages that led to these. */
  readonly round: number
}

export interface GatherResult {
  readonly totals: Pick<ActivityOutput<Activities['load']>, 'recordings' | 'loaded' | 'refused' | 'rejected'>
  /** Something new came. */
  readonly changed: boolean
  /** The first failures, and how many followed. */
  readonly failures: readonly RefreshFailure[]
  readonly unlisted: number
}

/** A request costs up to six events of a history; a server ends a run at 51,200 and is slow long before. */
const mostRequests = 1_500
/** Pages named to a child: more would not fit into its input. */
const mostPages = 400
/** Failures named one by one, beside the first of each kind of each feed: all of them would not fit into the result of a run. */
const mostFailures = 300
/** Batches of a recorded folder that are loaded in one transaction. */
const batchesPerLoad = 24
/** Errors a request may end with for good while the rest of the run continues. */
const tolerated: ReadonlySet<string> = new Set(['UpstreamError', 'InputError', 'TimeoutError'])
/** Rounds of pages that lead to more pages (a list, its older lists, their documents). */
const maxRounds = 40

/** Part of a refresh, run by itself where the whole would be too long: fetches pages, loads them, and follows what they lead to. */
export async function gather(host: Host<Activities>, input: GatherInput): Promise<GatherResult & TallyCounts> {
  const tally = newTally()
  // a page longer than the budget is not dealt again: it would come to a child of the child, forever
  const gathered = await gatherInto(tally, host, input, Math.max(mostRequests, input.pages[0]?.requests ?? 0))
  return { ...gathered, feeds: tally.feeds(), error: tally.firstError() }
}

/**
 * Fetches pages request by request, loads what came, and follows what it leads to, round by round. A request that fails for good is reported
 * and the rest continues. Requests beyond the budget are dealt to children, those of one upstream one after the other: side by side they
 * would only wait for the same limit.
 */
export async function gatherInto(
  tally: Tally,
  host: Host<Activities>,
  input: GatherInput,
  budget = mostRequests,
): Promise<GatherResult> {
  const { run, feeds } = input
  const findings = newFindings()
  const asked = new Set(input.pages.map(({ key }) => key))
  let { pages, batches } = input
  let left = budget
  for (let { round } = input; pages.length + batches.length > 0; round++) {
    if (round === maxRounds)
      throw Object.assign(new Error(`feeds still request more after ${maxRounds} rounds; narrow them with --only`), {
        name: 'ParseError',
        code: 'FEEDS_LEAD_ON',
      })
    const requests = requestsIn(pages)
    const isOwn = requests <= left
    if (isOwn) left -= requests
    else await toChildren(tally, host, { run, feeds, round }, pages, findings)
    const fetched = isOwn ? await fetchAll(tally, host, input, pages, findings) : []
    const next: PageRef[] = []
    for (const together of loadsOf([...batches.map((batch) => ({ batch, perLoad: batchesPerLoad })), ...fetched])) {
      const loaded = await host.activities.load({ run, batches: together })
      tally.loaded(loaded)
      findings.loaded(loaded)
      next.push(...loaded.next)
    }
    host.log.info('round', { round, requests, ...findings.result().totals })
    // several bodies may lead to one page: it is asked for once a run
    pages = feeds.kind === 'recorded' ? [] : next.filter(({ key }) => !asked.has(key) && asked.add(key))
    batches = []
  }
  return findings.result()
}

interface Arrived {
  readonly batch: string
  readonly perLoad: number
}

async function fetchAll(
  tally: Tally,
  { activities, windows, now }: Host<Activities>,
  { run, feeds }: GatherInput,
  pages: readonly PageRef[],
  findings: Findings,
): Promise<Arrived[]> {
  tally.planned(pages)
  const requests = pages.flatMap((page) => Array.from({ length: page.requests }, (_, at) => ({ page, at })))
  const width = { all: windows.fetch, each: windows.upstream }
  const fetched = await mapInFairWindow(
    width,
    requests,
    ({ page }) => page.upstream,
    async ({ page, at }) => {
      const { key, upstream, feed } = page
      try {
        const result = await activities.fetch({ run, page: key, at, upstream, feeds, now: now() })
        tally.fetched(page, result)
        return result
      } catch (error) {
        if (!tolerated.has((error as Error).name)) throw error
        const failed = [{ feed, ...runErrorOf(error) }]
        tally.fetched(page, { ms: 0, failed })
        return { batch: null, failed }
      }
    },
  )
  findings.failed(fetched.flatMap(({ failed }) => failed))
  return fetched.flatMap(({ batch }, at) => (batch === null ? [] : [{ batch, perLoad: requests[at]!.page.perLoad }]))
}

/** Batches as they are loaded: as many in one transaction as their feeds allow. */
function loadsOf(arrived: readonly Arrived[]): string[][] {
  const loads: string[][] = []
  let room = 0
  for (const { batch, perLoad } of arrived) {
    const share = 1 / perLoad
    // a little less than nothing is left of the room by adding up shares
    if (room < share - 1e-9) {
      loads.push([])
      room = 1
    }
    loads.at(-1)!.push(batch)
    room -= share
  }
  return loads
}

async function toChildren(
  tally: Tally,
  host: Host<Activities>,
  part: Pick<GatherInput, 'run' | 'feeds' | 'round'>,
  pages: readonly PageRef[],
  findings: Findings,
): Promise<void> {
  const upstreams = [...new Set(pages.map(({ upstream }) => upstream))]
  const ofOne = async (upstream: string): Promise<void> => {
    for (const dealt of dealtOut(pages.filter((page) => page.upstream === upstream))) {
      const child = await host.child(gather, { ...part, pages: dealt, batches: [] })
      tally.counted(child)
      findings.gathered(child)
    }
  }
  await Promise.all(upstreams.map(ofOne))
}

/** Pages in lists for one child each: of at most `mostPages` pages with `mostRequests` requests, one page at least. */
function dealtOut(pages: readonly PageRef[]): PageRef[][] {
  const lists: PageRef[][] = []
  let room = 0
  for (const page of pages) {
    if (page.requests > room || lists.at(-1)!.length === mostPages) {
      lists.push([])
      room = mostRequests
    }
    lists.at(-1)!.push(page)
    room -= page.requests
  }
  return lists
}

const requestsIn = (pages: readonly PageRef[]): number => pages.reduce((sum, { requests }) => sum + requests, 0)

type Findings = ReturnType<typeof newFindings>

/** What came of the requests of a run and its children. */
function newFindings() {
  const totals = { recordings: 0, loaded: 0, refused: 0, rejected: 0 }
  const failures: RefreshFailure[] = []
  const kinds = new Set<string>()
  let changed = false
  let unlisted = 0
  const add = (more: GatherResult['totals']) => {
    for (const count of ['recordings', 'loaded', 'refused', 'rejected'] as const) totals[count] += more[count]
  }
  const failed = (more: readonly RefreshFailure[]) => {
    for (const failure of more) {
      const kind = `${failure.feed} ${failure.code}`
      if (failures.length < mostFailures || !kinds.has(kind)) failures.push(failure)
      else unlisted++
      kinds.add(kind)
    }
  }
  return {
    failed,
    loaded(load: ActivityOutput<Activities['load']>) {
      add(load)
      changed ||= load.changed ?? load.loaded > 0
    },
    gathered(child: GatherResult) {
      add(child.totals)
      failed(child.failures)
      changed ||= child.changed
      unlisted += child.unlisted
    },
    result: (): GatherResult => ({ totals: { ...totals }, changed, failures: [...failures], unlisted }),
  }
}

/** The failures as they are reported, with a last one that counts those that are not named. */
export function reportedFailures({ failures, unlisted }: Pick<GatherResult, 'failures' | 'unlisted'>): readonly RefreshFailure[] {
  if (unlisted === 0) return failures
  const message = `${unlisted} more requests failed; briefing runs show counts the failures of each feed`
  return [...failures, { feed: 'all', code: 'MORE_FAILURES', message }]
}
