import { composeCompanyBatches } from '../../activities/compute/companies.ts'
import { changedNewsDays } from '../../activities/compute/news-days.ts'
import { toArtifact } from '../../activities/publish/publish.ts'
import { companyKind } from '../../pipeline/documents/company/company.ts'
import { companyFiguresKind } from '../../pipeline/documents/company/figures.ts'
import { newsDayKind } from '../../pipeline/documents/news-day.ts'
import { newsDirectoryKind } from '../../pipeline/documents/news-directory.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { renderArtifact } from '../../pipeline/render/artifact.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { viewOf } from '../end-to-end/home.ts'

/** An edition of the companies of a store and their news as known at the end of a day, published in a folder. */
export async function publishedCompanies(store: Store, folder: string, day: string, sample = true): Promise<EditionView> {
  const { batches } = await composeCompanyBatches(
    store,
    new Map(),
    { asOf: dayNumber(day)!, sample },
    new AbortController().signal,
  )
  const news = await changedNewsDays(store, new Map(), { asOf: dayNumber(day)!, sample })
  const computedAt = `${day}T22:00:00Z`
  const artifacts = [
    ...news.days.map((document) => renderArtifact(newsDayKind, { document }, computedAt)),
    ...news.directory.map((document) => renderArtifact(newsDirectoryKind, { document }, computedAt)),
  ]
  for await (const { briefings, figures } of batches)
    artifacts.push(
      ...briefings.map((document) => renderArtifact(companyKind, { document }, computedAt)),
      ...figures.map((document) => renderArtifact(companyFiguresKind, { document }, computedAt)),
    )
  const blobs = folderBlobs(folder)
  await publish(blobs, { artifacts: artifacts.map(toArtifact), asOf: day, sample, publishedAt: computedAt, current: true })
  return viewOf(folder)
}
