/** A count and its noun: `1 day`, `2 days`, `0 days`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
