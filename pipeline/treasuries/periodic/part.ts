/** One part of a report: what the filing states, or why nothing is served of it. */
export type Part<T> = { readonly value: T; readonly why: null } | { readonly value: null; readonly why: string }

export function stated<T>(value: T): Part<T> {
  return { value, why: null }
}

export function missing(why: string): Part<never> {
  return { value: null, why }
}
