/**
 * Milliseconds of processor time of this process since it began: what others on the machine do does not count. Bounds on it say that an
 * input does not make work grow without end, and leave room for a machine that is ten times slower than the one they were set on.
 */
export function ownTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
