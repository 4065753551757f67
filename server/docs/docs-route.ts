import { type DocPage, docPages } from '../../data/doc-pages.ts'
import { type AnswerCacheSlot, sendOpenDocument, sendSingleFormat } from '../answers/open-routes.ts'
import type { RequestContext } from '../answers/request-context.ts'
import { errorList, errorListText, Refusal } from '../http/errors.ts'
import { suggest } from '../http/suggest.ts'
import type { Operation } from '../openapi/operation.ts'
import { operations } from '../openapi/operations.ts'
import { quotedOperations } from '../openapi/priced-operations.ts'
import type { PaymentStatus } from '../schemas/payment.ts'

/** Reads a Markdown file of the project by its path, such as `docs/running.md`. */
export type ReadDoc = (file: string) => string

/** GET /docs: the pages there are. */
export async function docIndexRoute(ctx: RequestContext, operation: Operation, keep: AnswerCacheSlot): Promise<void> {
  const { docIndex, docIndexText } = await import('./doc-page.ts')
  sendOpenDocument(ctx, keep, operation, { html: docIndex, markdown: docIndexText })
}

/** A page of the documentation: HTML for a browser, else the Markdown it is made of. */
export async function docRoute(ctx: RequestContext, operation: Operation, keep: AnswerCacheSlot, read: ReadDoc): Promise<void> {
  const slug = operation.row ?? String(ctx['params'].page)
  const row = docPages.find((each) => each.slug === slug)
  if (row === undefined) {
    const slugs = docPages.map((each) => each.slug)
    const suggestions = suggest(slug, slugs).map((each) => `/docs/${each}`)
    const message = 'The documentation has no such page. GET /docs lists its pages.'
    throw new Refusal('NOT_FOUND', message, { field: 'page', suggestions })
  }
  const { docPage } = await import('./doc-page.ts')
  const markdown = () => textOf(row, read)
  const json = () => JSON.stringify(errorList())
  sendOpenDocument(ctx, keep, operation, { html: () => docPage(row, markdown()), markdown, json }, `doc ${slug}`)
}

function textOf({ slug, file }: DocPage, read: ReadDoc): string {
  if (file !== null) return read(file)
  if (slug === 'errors') return errorListText()
  throw new Error(`the documentation has no text for ${slug}`)
}

/**
 * The description, made when first asked for and again when what is sold changes: what makes it is loaded by nothing else. The payment
 * status says which networks are ready, not here.
 */
export async function descriptionRoute(
  ctx: RequestContext,
  operation: Operation,
  keep: AnswerCacheSlot,
  sold: PaymentStatus,
  contact: string | null,
): Promise<void> {
  const { describeApi: describe } = await import('../openapi/describe.ts')
  // payment clients read the whole path after path: they are shown what they can buy
  const described = operation.path === '/openapi.json' && sold.enabled ? quotedOperations() : operations
  const write = () => JSON.stringify(describe(sold, contact, described))
  sendSingleFormat(ctx, { ...operation, id: `${described.length} described ${termsOf(sold)}` }, keep, write)
}

/** The same as a page for people. */
export async function referenceRoute(
  ctx: RequestContext,
  operation: Operation,
  keep: AnswerCacheSlot,
  sold: PaymentStatus,
): Promise<void> {
  const [{ describeApi: describe }, { referencePage }] = await Promise.all([
    import('../openapi/describe.ts'),
    import('./reference.ts'),
  ])
  sendSingleFormat(ctx, { ...operation, id: `reference ${termsOf(sold)}` }, keep, () => referencePage(describe(sold)))
}

function termsOf({ enabled, x402, mpp }: PaymentStatus): string {
  return JSON.stringify([enabled, x402.networks.map(({ network }) => network), mpp])
}
