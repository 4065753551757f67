/** Moments compared with the time of a recording, which end what is read of it where they are still to come. */
export interface PastMoments {
  /**
   * True where a moment (milliseconds UTC) is not later than the recording. Compare with this, not with the time: a body that is seen again is
   * read again only after a moment that was still to come.
   */
  reached(moment: number): boolean
  /** The first of those that were still to come; undefined where there was none. */
  until(): number | undefined
}

/** What a body wrongly dates later than this is never reached, and no timestamp. */
const farthest = Date.UTC(9999, 0)

/** @param seenAt milliseconds UTC of the recording */
export function pastMomentsFrom(seenAt: number): PastMoments {
  let first: number | undefined
  return {
    reached(moment) {
      if (moment <= seenAt) return true
      if (moment < farthest && (first === undefined || moment < first)) first = moment
      return false
    },
    until: () => first,
  }
}
