import { situations as rows, unwatchedSituations } from '../../../data/companies/situations.ts'
import type { InsidersPart } from '../../documents/company/insiders.ts'
import type { Situations } from '../../documents/company/situations.ts'
import { isoDay } from '../../time/day.ts'
import type { SituationEpisode } from '../situations.ts'

/** Days for which a situation that ended is shown. */
const endedDays = 365

/** What is on at a company on a day (day number), and what ended in the year before. */
export function situationsBlockOf(
  episodes: readonly SituationEpisode[],
  day: number,
  insiders: InsidersPart | null = null,
): Situations {
  const on = episodes.filter(({ ended }) => ended === null)
  const graver = on.some(({ situation }) => situation === 'non_reliance' || situation === 'auditor_change')
  return {
    on: on.map((episode) => {
      const { situation, row, trigger } = episode
      const severity = situation === 'leadership' && graver ? 'medium' : row.severity
      const filing = `${trigger.form}${trigger.item === null ? '' : ` with item ${trigger.item}`}`
      const text = `${row.title} since ${episode.atLeast ? 'at least ' : ''}${isoDay(episode.since)}, by ${filing}.`
      return { ...headOf(episode), severity, text, ends_when: row.off }
    }),
    ended: episodes.flatMap((episode) => {
      const { ended } = episode
      if (ended === null || day - ended.on > endedDays) return []
      return { ...headOf(episode), ended_on: isoDay(ended.on), ended_by: ended.by }
    }),
    watched: rows.map(({ situation, title }) => ({ situation, title })),
    not_watched: unwatchedSituations.map(({ situation, why }) => ({ situation, why })),
    insiders,
  }
}

const headOf = ({ situation, row, since, atLeast, trigger }: SituationEpisode) => ({
  ...{ situation, title: row.title, since: isoDay(since), since_at_least: atLeast, trigger: { ...trigger } },
})
