import { rosterOf } from '../data/companies.ts'
import { notPublished } from './absence.ts'
import { Refusal } from './errors.ts'
import { type Exchange, needShelf, queryOf } from './exchange.ts'
import { textFormats } from './formats.ts'
import type { Gate } from './gate.ts'
import type { Operation } from './openapi/operations.ts'
import { parameters } from './openapi/parameters.ts'
import { preferredFormat } from './preferred-format.ts'
import { offerHere } from './priced-routes.ts'
import { readParameters } from './query.ts'
import { servePriced } from './serve-priced.ts'

/** GET /api/treasuries. JSON, or Markdown where Accept prefers it. */
export async function treasuriesRoute(ctx: Exchange, operation: Operation, gate: Gate): Promise<void> {
  readParameters(queryOf(ctx), operation)
  return serve(ctx, gate, 'list', 'the treasuries')
}

/** GET /api/treasuries/{ticker}. */
export async function treasuryRoute(ctx: Exchange, operation: Operation, gate: Gate, ticker: string): Promise<void> {
  readParameters(queryOf(ctx), operation)
  if (!parameters.ticker.safeParse(ticker).success) {
    const message = 'This is no ticker: one has 1 to 10 letters, digits, dots or dashes. GET /api/treasuries lists the companies.'
    throw new Refusal('INVALID_TICKER', message, { field: 'ticker' })
  }
  const named = ticker.toUpperCase()
  const { sample } = needShelf(ctx).view.manifest
  if (!rosterOf(sample).some((company) => company.ticker === named)) {
    const message =
      'The company is not on the tracked roster. This is not evidence that the company holds no Bitcoin. GET /api/treasuries lists the companies.'
    throw new Refusal('NOT_FOUND', message, { field: 'ticker' })
  }
  return serve(ctx, gate, named, `the treasury of ${named}`)
}

async function serve(ctx: Exchange, gate: Gate, name: string, what: string): Promise<void> {
  const format = preferredFormat(ctx, textFormats, 'json')
  const { artifacts, view } = needShelf(ctx)
  const place = `treasuries/${name}`
  const ready = artifacts.get(`${place} ${format}`)
  if (ready === undefined) throw notPublished(view, place, what)
  return servePriced(ctx, gate, {
    wanted: ready.wanted,
    sample: ready.sample,
    offer: offerHere(ctx, ready.wanted, ready.type),
    bytes: () => ready.finished,
  })
}
