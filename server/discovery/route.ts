import { type AnswerCacheSlot, sendCached } from '../answers/open-routes.ts'
import type { RequestContext } from '../answers/request-context.ts'
import { openAnswer } from '../editions/prepared-answer.ts'
import { Refusal } from '../http/errors.ts'
import type { SiteDocument, SiteFacts } from './documents.ts'

/** Sends a document by which machines find the rest. Throws 404 where there is nothing to publish. */
export function siteRoute(
  ctx: RequestContext,
  { path, type, write }: SiteDocument,
  keep: AnswerCacheSlot,
  facts: SiteFacts,
): void {
  const text = write(facts)
  if (text === null) throw new Refusal('NOT_FOUND', `${path} is not published here: the operator has set nothing for it.`)
  // by the text: it is short, and what it is made of may change
  sendCached(ctx, keep, `${path} ${text}`, { ...openAnswer, type }, () => text)
}
