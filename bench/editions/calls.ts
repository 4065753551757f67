import { type BenchRow, benchRow as row } from '../row.ts'
import { countedEditions } from './counted.ts'
import { company, metric } from './documents.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, no) => no)

/**
 * Calls of a store that a publish, its adoption by a server and a prune take, each as if in a separate process: on S3 they are what takes
 * time, and what is paid for. 1,000 documents when quick, else 10,000 and 100,000 companies too.
 */
export async function run({ quick, most = 100_000 }: { quick: boolean; most?: number }): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const sizes = [1_000, 10_000, 100_000].filter((count) => count <= (quick ? 1_000 : most))
  for (const count of sizes.filter((size) => size <= 10_000)) rows.push(...(await ofToday(count)))
  for (const count of sizes) rows.push(...(await ofCompanies(count)))
  return rows
}

async function ofToday(count: number): Promise<BenchRow[]> {
  const editions = countedEditions()
  const first = await editions.publish(upTo(count).map((no) => metric(no, 1)))
  const objects = editions.objects()
  const started = await editions.adopt(null)
  await editions.prune()
  const changed = await editions.publish(upTo(count).map((no) => metric(no, no % 100 === 0 ? 2 : 1)))
  const adopted = await editions.adopt(started.result)
  const pruned = await editions.prune()
  const name = `${count} documents of today`
  return [
    row(`${name}: objects`, objects, 60),
    row(`${name}: calls of the first publish`, first.calls, 70),
    row(`${name}: calls of a server that starts`, started.calls, 60),
    row(`${name}, 1 % changed: calls of a publish`, changed.calls, 10),
    row(`${name}, 1 % changed: calls of an adoption`, adopted.calls, 10),
    row(`${name}, 1 % changed: calls of a prune`, pruned.calls, 20),
  ]
}

async function ofCompanies(count: number): Promise<BenchRow[]> {
  const editions = countedEditions()
  for (let at = 0; at < count; at += 5_000)
    await editions.publish(upTo(Math.min(5_000, count - at)).flatMap((no) => company(at + no, 1)))
  const started = await editions.adopt(null)
  await editions.prune()
  const several = Math.min(500, count / 10)
  const step = count / several
  const changed = await editions.publish(upTo(several).flatMap((no) => company(no * step, 2)))
  const adopted = await editions.adopt(started.result)
  const pruned = await editions.prune()
  const name = `${count} companies`
  return [
    row(`${name}: objects`, editions.objects(), count / 50 + 100),
    row(`${name}: calls of a server that starts`, started.calls, 150),
    row(`${name}, ${several} changed: calls of a publish`, changed.calls, 150),
    row(`${name}, ${several} changed: processor time of a publish`, changed.cpuMs / 1_000, 10, 's'),
    row(`${name}, ${several} changed: calls of an adoption`, adopted.calls, 150),
    row(`${name}, ${several} changed: processor time of an adoption`, adopted.cpuMs, 500, 'ms'),
    row(`${name}, ${several} changed: calls of a prune`, pruned.calls, 150),
  ]
}
