import { type DocPage, docPages } from '../../data/doc-pages.ts'
import type { Exchange } from '../answers/exchange.ts'
import { queryOf } from '../answers/exchange.ts'
import { type Keep, sendKept } from '../answers/open-routes.ts'
import { openAnswer } from '../editions/prepared-answer.ts'
import { errorList, errorListText, Refusal } from '../http/errors.ts'
import { type AnyFormat, contentTypes } from '../http/formats.ts'
import { pagePolicy } from '../http/page-policy.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import { suggest } from '../http/suggest.ts'
import type { Operation } from '../openapi/operation.ts'
import { readFormat, readParameters } from '../openapi/query.ts'

/** Reads a Markdown file of the project by its path, such as `docs/running.md`. */
export type ReadDoc = (file: string) => string

/** GET /docs: the pages there are. */
export async function docIndexRoute(ctx: Exchange, operation: Operation, keep: Keep): Promise<void> {
  const { docIndex, docIndexText } = await import('./doc-page.ts')
  sendDoc(ctx, operation, keep, operation.id, { html: docIndex, markdown: docIndexText })
}

/** A page of the documentation: HTML for a browser, else the Markdown it is made of. */
export async function docRoute(ctx: Exchange, operation: Operation, keep: Keep, read: ReadDoc): Promise<void> {
  const slug = operation.row ?? String(ctx['params'].page)
  const row = docPages.find((each) => each.slug === slug)
  if (row === undefined) {
    const suggestions = suggest(
      slug,
      docPages.map((each) => each.slug),
    ).map((each) => `/docs/${each}`)
    throw new Refusal('NOT_FOUND', 'The documentation has no such page. GET /docs lists its pages.', {
      field: 'page',
      suggestions,
    })
  }
  const { docPage } = await import('./doc-page.ts')
  const markdown = () => textOf(row, read)
  const json = () => JSON.stringify(errorList())
  sendDoc(ctx, operation, keep, `doc ${slug}`, { html: () => docPage(row, markdown()), markdown, json })
}

function textOf({ slug, file }: DocPage, read: ReadDoc): string {
  if (file !== null) return read(file)
  if (slug === 'errors') return errorListText()
  throw new Error(`the documentation has no text for ${slug}`)
}

type Written = Readonly<Partial<Record<AnyFormat, () => string>>>

function sendDoc(ctx: Exchange, operation: Operation, keep: Keep, name: string, written: Written): void {
  const formats = operation.accepts ?? operation.formats
  const named = readFormat(readParameters(queryOf(ctx), operation), operation.formats)
  const format = named ?? preferredFormat(ctx, formats, 'markdown')
  const described = { ...openAnswer, vary: `Accept, ${openAnswer.vary}`, type: contentTypes[format] }
  sendKept(ctx, keep, `${name} ${format}`, described, written[format]!, format === 'html' ? pagePolicy : undefined)
}
