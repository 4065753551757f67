import type { Offer } from './payments.ts'

type Extensions = Readonly<Record<string, unknown>>

/** Name of the x402 extension by which facilitators list what is sold. */
const name = 'bazaar'

/** How much a listing says beside how a call is made: members of the example, and whether parameters have a schema. */
interface Detail {
  readonly members: number
  readonly parameters: boolean
}

const everything: Detail = { members: 5, parameters: true }

/**
 * The x402 extensions of an offer: how it is called and what it answers with, as facilitators list it. Written here and not by the library,
 * whose checks it passes, because the library repeats in the schema what no value can break, and all of it travels in a header.
 */
export function extensionsOf({ listing, target }: Offer, { members, parameters }: Detail = everything): Extensions {
  const { route, input, inputSchema, pathParamsSchema, output } = listing
  const pathParams = paramsOf(route, target.split('?')[0]!)
  const isTemplate = Object.keys(pathParams).length > 0
  return {
    [name]: {
      info: {
        input: {
          type: 'http',
          method: 'GET',
          ...(Object.keys(input).length > 0 ? { queryParams: input } : {}),
          ...(isTemplate ? { pathParams } : {}),
        },
        output: { type: 'json', example: Object.fromEntries(Object.entries(output.example).slice(0, members)) },
      },
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          input: {
            type: 'object',
            properties: {
              type: { const: 'http' },
              method: { enum: ['GET'] },
              queryParams: { type: 'object', ...(parameters ? inputSchema : {}) },
              ...(isTemplate && parameters ? { pathParams: { type: 'object', ...pathParamsSchema } } : {}),
            },
            required: ['type', 'method'],
            ...(parameters ? { additionalProperties: false } : {}),
          },
          output: { type: 'object', properties: { example: { type: 'object' } } },
        },
        required: ['input'],
      },
      ...(isTemplate ? { routeTemplate: route } : {}),
    },
  }
}

/** The parts of a path that stand where its route has a parameter, by name. */
function paramsOf(route: string, path: string): Record<string, string> {
  const parts = path.split('/')
  return Object.fromEntries(
    route.split('/').flatMap((each, at) => (each.startsWith(':') ? [[each.slice(1), parts[at] ?? ''] as const] : [])),
  )
}

/**
 * What a facilitator is given of the extensions a buyer repeats: ours instead of theirs, so that no byte of a buyer reaches a list, and
 * none where the buyer repeats none.
 */
export function listingExtensions(given: unknown, offer: Offer): { extensions?: Record<string, unknown> } {
  const isListed = typeof given === 'object' && given !== null && Object.hasOwn(given, name)
  return isListed ? { extensions: { ...extensionsOf(offer) } } : {}
}
