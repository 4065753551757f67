/**
 * One step of `bench/companies.ts` in a separate process, whose memory is measured: `companies-process.ts STEP FOLDER DAY [N]`. The warehouse is
 * FOLDER/companies.duckdb, the edition that of the home FOLDER/home.
 */
import { join } from 'node:path'
import { composeCompanyBatches } from '../activities/compute/companies.ts'
import { toArtifact } from '../activities/publish/publish.ts'
import { companyKind } from '../pipeline/documents/company/company.ts'
import { companyFiguresKind } from '../pipeline/documents/company/figures.ts'
import { currentEntries, currentManifest } from '../pipeline/editions/on-record.ts'
import { publish } from '../pipeline/editions/publish.ts'
import { secCompanyfacts } from '../pipeline/feeds/sec-companyfacts.ts'
import { recordingStore } from '../pipeline/recordings/store.ts'
import { renderArtifact } from '../pipeline/render/artifact.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { dayNumber } from '../pipeline/time/day.ts'
import { deriveCompanyLines } from '../pipeline/warehouse/companies/company-lines.ts'
import { load } from '../pipeline/warehouse/companies/load.ts'
import { amongCompaniesSql } from '../pipeline/warehouse/sql.ts'
import { openStore, type Store, select } from '../pipeline/warehouse/store.ts'
import { companyBodies } from './companyfacts.ts'

export interface Step {
  readonly ms: number
  readonly cpuMs: number
  readonly companies: number
  readonly rows: number
  readonly peakMb: number
  /** Codes of companies with an annual report of the two years before the past day that is asked for. */
  readonly dated?: readonly string[]
}

/** The past day whose numbers `companies.ts` asks for. */
const past = '2020-06-30'

/** Companies published at once: a first refresh asks for fewer. */
const published = 100

const [step, folder, day, count = '0'] = process.argv.slice(2) as [keyof typeof steps, string, string, string?]
const blobs = folderBlobs(join(folder, 'home'))

const numbered = (sql: string): string => `'us:' || lpad(CAST(${sql} AS VARCHAR), 10, '0')`
const companiesIn = async (store: Store): Promise<string[]> =>
  (await select<{ company: string }>(store, 'SELECT company FROM listing ORDER BY company')).map(({ company }) => company)
const countOf = async (store: Store, relation: string): Promise<number> =>
  (await select<{ n: number }>(store, `SELECT count(*)::DOUBLE AS n FROM ${relation}`))[0]!.n

const steps = {
  /** The recorded bodies, and so many companies with their facts times a number of each own. */
  async fill(store: Store) {
    const recordings = recordingStore(folderBlobs(folder))
    const loads = await Promise.all(
      companyBodies().map(async (facts, at) => {
        const url = `https://data.sec.gov/api/xbrl/companyfacts/CIK${String(at + 1).padStart(10, '0')}.json`
        const body = Buffer.concat([Buffer.from(`{"cik":${at + 1},`), facts])
        const recording = await recordings.put({ url, at: `${day}T00:00:00Z`, status: 200, headers: {}, body }, true)
        return { recording, feed: secCompanyfacts.id, parsed: { bulk: secCompanyfacts, body: async () => body } }
      }),
    )
    await load(store, loads, () => [])
    await store.connection.run(`CREATE TEMP TABLE original AS SELECT * FROM company_fact`)
    await store.connection.run('DELETE FROM company_fact')
    await store.connection.run('DELETE FROM company_line')
    const copies = Math.ceil(Number(count) / loads.length)
    for (let copy = 1; copy <= copies; copy++)
      await store.connection.run(
        `INSERT INTO company_fact SELECT * REPLACE (${numbered(`${copy * 100} + CAST(company[4:] AS INTEGER)`)} AS company, ${copy} * value AS value)
         FROM original WHERE ${(copy - 1) * loads.length} + CAST(company[4:] AS INTEGER) <= ${count} ORDER BY company`,
      )
    await store.connection.run(
      `INSERT INTO listing BY NAME SELECT 'B' || row_number() OVER (ORDER BY company) AS code, 'ticker' AS scheme, company, 'Bench ' || company AS name,
              row_number() OVER (ORDER BY company) AS position, DATE '${day}' AS from_day, 'bench' AS recording
       FROM (SELECT DISTINCT company FROM company_fact)`,
    )
    return { companies: Number(count), rows: await countOf(store, 'company_fact') }
  },

  async derive(store: Store) {
    const companies = await companiesIn(store)
    await deriveCompanyLines(store, companies)
    const dated = await select<{ code: string }>(
      store,
      `SELECT code FROM listing WHERE company IN (
         SELECT company FROM company_line WHERE line = 'net_income' AND span = 'year' AND known_on BETWEEN DATE '${past}' - 730 AND DATE '${past}') ORDER BY company`,
    )
    return { companies: companies.length, rows: await countOf(store, 'company_line'), dated: dated.map(({ code }) => code) }
  },

  /** Ten companies file again, and their lines are derived. */
  async file(store: Store) {
    const ten = (await companiesIn(store)).slice(0, 10)
    const these = amongCompaniesSql(ten)
    await store.connection.run(
      `INSERT INTO company_fact SELECT * REPLACE ('0000000000-26-' || CAST(lpad(CAST(1 + ${count} AS VARCHAR), 6, '0') AS VARCHAR) AS filing, (2 + ${count}) * value AS value, DATE '${day}' AS filed)
       FROM company_fact WHERE ${these} AND from_day IS NOT NULL AND form = '10-Q'
       QUALIFY filing = max(filing) OVER (PARTITION BY company)`,
    )
    await deriveCompanyLines(store, ten)
    return { companies: ten.length, rows: await countOf(store, `company_line WHERE ${these}`) }
  },

  /** The documents of all companies, each forgotten when it is made. */
  async blocks(store: Store) {
    const { batches } = await composeCompanyBatches(
      store,
      new Map(),
      { asOf: dayNumber(day)!, sample: true },
      new AbortController().signal,
    )
    let companies = 0
    for await (const { briefings } of batches) companies += briefings.length
    return { companies, rows: companies }
  },

  /** The companies that changed since the edition that stands, composed, rendered and published. */
  async publish(store: Store) {
    const standing = await currentEntries(blobs, await currentManifest(blobs))
    const publishedAt = `${day}T${String(13 + Number(count)).padStart(2, '0')}:00:00Z`
    const { batches } = await composeCompanyBatches(
      store,
      standing,
      { asOf: dayNumber(day)!, sample: true },
      new AbortController().signal,
    )
    let artifacts: ReturnType<typeof renderArtifact>[] = []
    let companies = 0
    const put = async () => {
      if (artifacts.length > 0)
        await publish(blobs, { artifacts: artifacts.map(toArtifact), asOf: day, sample: true, publishedAt, current: true })
      artifacts = []
    }
    for await (const { briefings, figures } of batches) {
      artifacts.push(
        ...briefings.map((document) => renderArtifact(companyKind, { document }, publishedAt)),
        ...figures.map((document) => renderArtifact(companyFiguresKind, { document }, publishedAt)),
      )
      companies += briefings.length
      if (artifacts.length >= 2 * published) await put()
    }
    await put()
    return { companies, rows: companies }
  },
} as const

const store = await openStore(join(folder, 'companies.duckdb'), { memoryLimit: '200MB' })
try {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const done = await steps[step](store)
  const { user, system } = process.cpuUsage(before)
  const used = { ms: performance.now() - start, cpuMs: (user + system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024 }
  process.stdout.write(JSON.stringify({ ...used, ...done } satisfies Step))
} finally {
  await store.close()
}
