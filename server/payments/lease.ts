/** Renewals of a lease after which an answer that is still on its way is given up: a quarter of an hour of leases of half a minute. */
const mostRenewals = 90

/**
 * Renews the lease of an answer for as long as it is on its way, however slowly it is taken. @param underWay answers on their way: each lets go of
 * its lease's timer when called. @returns ends it
 */
export function holdLease(underWay: Set<() => void>, leaseMs: number, renew: () => Promise<unknown>): () => void {
  let renewals = 0
  const renewal = setInterval(() => {
    if (++renewals > mostRenewals) letGo()
    else renew().catch(() => {})
  }, leaseMs / 3).unref()
  const letGo = () => {
    clearInterval(renewal)
    underWay.delete(letGo)
  }
  underWay.add(letGo)
  return letGo
}
