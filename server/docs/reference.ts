import { docPages } from '../../data/doc-pages.ts'
import { framedPage } from '../../data/page-frame.ts'
import { referenceStyle } from '../../data/page-style.ts'
import { plans } from '../../data/plans.ts'
import { turnStyle } from '../../data/site-style.ts'
import { type ErrorCode, errorCodes } from '../http/errors.ts'
import { exampleName } from '../openapi/examples.ts'
import { type DescribedParameter, type DescribedSchema, schemaMembersOf, typeText } from '../openapi/schema-text.ts'
import { escaped } from '../pages/page.ts'
import { previousNextLinks } from './doc-page.ts'

const methods = ['get', 'post', 'delete'] as const

/** The description, as far as a person reads it. */
interface Described {
  readonly info: { readonly title: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Partial<Record<(typeof methods)[number], DescribedOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, DescribedSchema>>
    readonly responses: Readonly<Record<string, DescribedResponse>>
    readonly headers: Readonly<Record<string, { readonly schema: DescribedSchema }>>
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
    readonly securitySchemes: Readonly<Record<string, DescribedScheme>>
  }
}

interface DescribedScheme {
  readonly type: string
  readonly scheme?: string
  /** The header, of an `apiKey`. */
  readonly name?: string
  readonly description: string
}

interface DescribedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly DescribedParameter[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly responses: Readonly<Record<string, DescribedResponse>>
  readonly 'x-payment-info'?: PaymentInfo
}

interface PaymentInfo {
  readonly price: { readonly amount: string } | { readonly min: string; readonly max: string }
  readonly protocols: readonly { readonly x402?: { readonly networks: readonly string[] }; readonly mpp?: object }[]
}

interface DescribedResponse {
  readonly $ref?: string
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: DescribedSchema }>>
}

interface Row extends DescribedOperation {
  readonly method: string
  readonly path: string
}

/** The description as a page that needs no script: what a person reads before writing a client. */
export function referencePage(document: object): string {
  const described = document as Described
  const rows = Object.entries(described.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method]
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, ...operation }]
    }),
  )
  const ways = waysToPay(rows)
  const sections = described.tags.map(({ name, description }) => {
    const all = rows.filter(({ tags }) => tags.includes(name))
    return { id: anchor(name), title: name, list: all, html: tagSection(description, all, described, ways.length > 0) }
  })
  const first = { id: 'begin', title: 'Getting started', html: beginning(described, ways) }
  const last = [
    { id: 'documents', title: 'Documents', html: documentsSection(described) },
    { id: 'headers', title: 'Response headers', html: headersSection(described) },
    { id: 'errors', title: 'Errors', html: errorsSection(described) },
  ]
  const contents = [
    link(first),
    ...sections.map((section) => `${link(section)}<ul>${section.list.map(operationLink).join('')}</ul>`),
    ...last.map(link),
  ].map((line) => `<li>${line}</li>`)
  const head = `<div class="crumbs"><a href="/docs">Docs</a></div><h1>${escaped(described.info.title)}: interface</h1><p>For programs: <a href="/api/openapi/spec.json">OpenAPI 3.0.3</a>. For agents: <a href="/llms.txt">llms.txt</a>. How figures are calculated: <a href="/docs/methodology">methodology</a>.</p>`
  const body = [first, ...sections, ...last].map(
    ({ id, title, html }) => `<section id="${id}"><h2>${escaped(title)}</h2>${html}</section>`,
  )
  const main = `<main id="main">${head}<div class="reference"><nav aria-label="Contents"><ul>${contents.join('')}</ul></nav><div class="text">${body.join('')}</div></div>${previousNextLinks(docPages.find(({ slug }) => slug === 'api')!)}</main>`
  return framedPage({ title: `${described.info.title}: interface`, body: main, style: `${referenceStyle}${turnStyle}` })
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const anchor = (name: string) => name.toLowerCase().replace(/\W+/g, '-')
const link = ({ id, title }: { id: string; title: string }) => `<a href="#${id}">${escaped(title)}</a>`
const operationLink = ({ operationId, path }: Row) => `<li><a href="#${operationId}">${escaped(path)}</a></li>`

/** How a single call can be paid for; empty where nothing is sold. */
function waysToPay(rows: readonly Row[]): string[] {
  const infos = rows.flatMap(({ 'x-payment-info': info }) => info ?? [])
  const protocols = infos.flatMap((info) => info.protocols)
  const networks = new Set(protocols.flatMap(({ x402 }) => x402?.networks ?? []))
  return [
    ...(networks.size > 0 ? [`by x402 version 2 on ${[...networks].map((id) => `<code>${escaped(id)}</code>`).join(', ')}`] : []),
    ...(protocols.some(({ mpp }) => mpp !== undefined) ? ['by MPP 1.0'] : []),
  ]
}

/** Text of the description: what is in backticks is code, and an empty line ends a paragraph. */
function prose(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('')
}

const inline = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

function table(heads: readonly string[], rows: readonly (readonly string[])[], kind?: string): string {
  const lines = rows.map(
    ([first, ...rest]) => `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  )
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('')
  return `<table${kind === undefined ? '' : ` class="${kind}"`}><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

function beginning({ info, components }: Described, ways: readonly string[]): string {
  const paid =
    ways.length > 0
      ? `<p>A single call can be paid for without a key, ${ways.join(' or ')}; <a href="/api/x402/status?format=markdown">/api/x402/status</a> shows what is currently accepted.</p>`
      : '<p>This server does not sell single calls: priced operations require a key.</p>'
  const credentials = Object.entries(components.securitySchemes)
    .filter(([name]) => name.startsWith('key') || ways.length > 0)
    .map(([, { name, scheme, description }]) => {
      const header = name ?? `Authorization: ${capital(scheme ?? '')}`
      return `<li>${description.includes(header) ? '' : `<code>${escaped(header)}</code>: `}${inline(description)}</li>`
    })
  const allowances = plans.map(({ title, perHour, perDay, tiers, from }) => [
    title,
    String(perHour),
    String(perDay),
    tiers.join(', '),
    from === null ? 'the current day' : from === 'all' ? 'every day on record' : `from <time>${from}</time>`,
  ])
  return [
    prose(info.description),
    `<h3>Credentials</h3><ul>${credentials.join('')}</ul>${paid}`,
    `<h3>Plans</h3>${table(['Plan', 'Calls per hour', 'Calls per day', 'Briefings', 'Days'], allowances)}`,
    '<h3>Examples</h3><p>In the examples, <code>$HOST</code> is the address of this server and <code>$KEY</code> is an API key:</p>',
    code('export HOST=http://127.0.0.1:8402 KEY=...'),
  ].join('')
}

const code = (text: string) => `<pre><code>${escaped(text)}</code></pre>`

function tagSection(description: string, rows: readonly Row[], described: Described, sells: boolean): string {
  const list = rows.map((row) => [
    `<a href="#${row.operationId}"><code>${escaped(row.path)}</code></a>`,
    escaped(row.summary),
    access(row, sells),
  ])
  const index = rows.length > 1 ? table(['Path', 'Description', 'Access'], list) : ''
  return `<p>${inline(description)}</p>${index}${rows.map((row) => operationSection(row, described, sells)).join('')}`
}

function access({ 'x-payment-info': info }: Row, sells: boolean): string {
  if (info === undefined) return 'open, no key required'
  const { price } = info
  const usd = 'amount' in price ? price.amount : `${price.min} to ${price.max}`
  return sells ? `with a key, or for ${usd} USD per call` : 'with a key'
}

function operationSection(row: Row, described: Described, sells: boolean): string {
  const { operationId, method, path, summary, description, parameters = [], responses } = row
  const answers = Object.entries(responses).map(([status, response]) => ({
    status: Number(status),
    ...resolved(response, described),
  }))
  const contents = Object.entries(answers.find(({ status }) => status < 300)?.content ?? {})
  const document = contents.map(([, { schema }]) => schema.$ref).find((name) => name !== undefined)
  const facts = [
    ['Access', access(row, sells)],
    ['Formats', contents.map(([type]) => escaped(type)).join(', ')],
    ...(document === undefined ? [] : [['JSON', typeText({ $ref: document })]]),
  ].map(([name, value]) => `<li><span>${name}</span> ${value}</li>`)
  const taken = parameters.map(({ name, in: place, required, schema }) => [
    `<code>${escaped(name)}</code><small>${place}, ${required ? 'required' : 'optional'}</small>`,
    `${parameterText(schema)}${schema.description === undefined ? '' : ` ${inline(schema.description)}`}`,
  ])
  const rest = answers.map((answer) => [String(answer.status), answerText(answer)])
  return [
    `<article id="${operationId}"><h3><code>${method} ${escaped(path)}</code> ${escaped(summary)}</h3><p>${inline(description)}</p>`,
    `<ul class="facts">${facts.join('')}</ul>`,
    taken.length === 0 ? '' : table(['Parameter', 'Description'], taken),
    code(curl(row)),
    `<details><summary>Responses and errors of <code>${escaped(path)}</code></summary>${table(['Status', 'Meaning'], rest, 'statuses')}</details></article>`,
  ].join('')
}

function parameterText(schema: DescribedSchema): string {
  const { default: otherwise, example } = schema
  const first = otherwise === undefined ? '' : `; left out: <code>${escaped(String(otherwise))}</code>`
  const such = example === undefined || schema.enum !== undefined ? '' : `, such as <code>${escaped(String(example))}</code>`
  return `${capital(typeText(schema))}${such}${first}.`
}

/** A request as it may be typed, with a key where the operation has a price. */
function curl({ method, path, parameters = [], security = [] }: Row): string {
  const example = ({ schema }: DescribedParameter) => encodeURIComponent(String(schema.example))
  const target = parameters
    .filter((each) => each.in === 'path')
    .reduce((at, each) => at.replace(`{${each.name}}`, example(each)), path)
  const query = parameters
    .filter((each) => each.in === 'query' && (each.required || each.name === 'format'))
    .map((each) => `${each.name}=${example(each)}`)
  const post = method === 'GET' ? '' : `-X ${method} `
  const token =
    security.length === 0 || 'x402' in security[0]!
      ? ''
      : `-H "Authorization: Bearer $${'claimToken' in security[0]! ? 'CLAIM_TOKEN' : 'KEY'}" `
  return `curl ${post}${token}"$HOST${target}${query.length === 0 ? '' : `?${query.join('&')}`}"`
}

function resolved(response: DescribedResponse, { components }: Described): DescribedResponse {
  return response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1)!]!
}

/** What an answer says; a refusal by the codes it can have, each with what it means. */
function answerText({ description, content = {} }: DescribedResponse): string {
  const codes = Object.values(content).flatMap(({ schema }) => schema.properties?.['error']?.enum ?? []) as ErrorCode[]
  if (codes.length === 0) return inline(description)
  return codes.map((each) => `<a href="#${each.toLowerCase()}">${each}</a>`).join(' ')
}

/** Characters of an example above which it is left to the description, so that the page stays light. */
const longestExample = 700

function documentsSection({ components }: Described): string {
  const articles = Object.entries(components.schemas).map(([name, schema]) => {
    const all = components.examples[exampleName(name, 'json')]?.value
    const example = JSON.stringify(all ?? null).length > longestExample ? undefined : all
    return [
      `<article id="${escaped(name)}"><h3>${escaped(name)}</h3>`,
      schema.description === undefined ? '' : `<p>${inline(schema.description)}</p>`,
      schema.properties === undefined ? `<p>${capital(typeText(schema))}.</p>` : memberTable(schema),
      example === undefined
        ? ''
        : `<details><summary>Example of ${escaped(name)}</summary>${code(JSON.stringify(example, null, 2))}</details>`,
      '</article>',
    ].join('')
  })
  return `<p>New members may be added to any document. Examples come from the sample feeds: their values are invented.</p>${articles.join('')}`
}

function memberTable(schema: DescribedSchema): string {
  const rows = schemaMembersOf(schema).map(({ place, optional, schema: member }) => [
    `<code>${escaped(place)}</code>${optional ? '<small>optional</small>' : ''}`,
    `${typeText(member)}${member.description === undefined ? '' : `<br>${inline(member.description)}`}`,
  ])
  return table(['Member', 'Description'], rows)
}

function headersSection({ components }: Described): string {
  const rows = Object.entries(components.headers).map(([name, { schema }]) => [
    `<code>${escaped(name)}</code>`,
    inline(schema.description!),
  ])
  return table(['Header', 'Description'], rows)
}

function errorsSection({ components }: Described): string {
  const [refusal] = Object.values(components.responses).flatMap(({ content = {} }) =>
    Object.values(content).flatMap(({ schema }) => (schema.properties?.['error'] === undefined ? [] : [schema])),
  )
  const rows = Object.entries(errorCodes).map(([name, { status, meaning }]) => [
    `<code id="${name.toLowerCase()}">${name}</code><small>status ${status}</small>`,
    inline(meaning),
  ])
  const members = memberTable({
    ...refusal,
    properties: { ...refusal?.properties, error: { type: 'string', description: 'One of the codes below.' } },
  })
  return `<p>Every error response has these members; 402 and 403 have additional ones, listed in the OpenAPI description.</p>${members}${table(['Code', 'Meaning'], rows)}`
}
