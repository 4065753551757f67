/** The time of a server process, in whole milliseconds since 1970. */
export interface ServerClock {
  /** Never goes back: what has ended stays ended, and no window opens twice. */
  now(): number
  /** The system's clock, for what strangers compare with theirs: signatures, the ends of payments, the hour of a mail. */
  wall(): number
  /** A time of `now` as the clocks of strangers show it. */
  shown(at: number): number
}

/** The two clocks may be read at different moments. */
const sameMs = 1_000

/**
 * Follows the system's clock forward immediately, as after a sleep or a step of NTP. Where that was set back, this clock continues at half speed until it has been caught up with: leases and waits still end, and the error does not stay.
 *
 * @param wall milliseconds since 1970 @param steady milliseconds that only go forward, from any zero; they may stop while the machine sleeps
 */
export function openClock(wall: () => number = () => Date.now(), steady: () => number = () => performance.now()): ServerClock {
  let last = wall()
  let lastSteady = steady()
  function now(): number {
    const at = steady()
    last = Math.max(wall(), last + (at - lastSteady) / 2)
    lastSteady = at
    return Math.floor(last)
  }
  return {
    now,
    wall,
    shown(at) {
      const ahead = now() - wall()
      return ahead < sameMs ? at : at - ahead
    },
  }
}
