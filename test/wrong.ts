/** The faults of a row, each as `row: fault`. A check is true where the fault is there; one that throws is a fault too. */
export function wrong(row: string, checks: Readonly<Record<string, () => boolean>>): string[] {
  return Object.entries(checks).flatMap(([fault, isThere]) => {
    try {
      return isThere() ? [`${row}: ${fault}`] : []
    } catch (error) {
      return [`${row}: ${fault} (${error})`]
    }
  })
}
