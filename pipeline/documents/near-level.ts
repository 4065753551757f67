/** A hair, as a share of a level, beyond which the state has turned for certain. */
export const levelTolerance = 1e-9

/** The level that a value lies a hair beyond: a state that ends at -2% ends once the figure is above it. Null where it is a level itself. */
export function nearLevel(value: number): number | null {
  const level = Math.abs(value) < 2 * levelTolerance ? 0 : Number(value.toPrecision(6))
  const distance = Math.abs(value - level)
  return distance > 0 && distance <= 2 * levelTolerance * Math.max(1, Math.abs(level)) ? level : null
}
