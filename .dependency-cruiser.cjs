/**
 * Who may import whom. Types count as imports here: the swc parser (the only one that reads this tree, TypeScript 7 having no compiler
 * API) does not tell them apart. Where a rule lets types through by name, `test/house/walls.test.ts` checks that they are types; it also
 * plants a violation of each rule, and asserts that the tree is read at all: without `@swc/core` nothing is cruised and all is well.
 */

const rooms = require('./docs/rooms.json')

/** Rooms of pipeline/: each imports only from those before it in the list, which CONTRIBUTING.md prints. */
const flow = rooms.pipeline.map(([name]) => name)

/** The same of server/, whose root imports any of them. */
const layers = rooms.server.map(([name]) => name)

/** No I/O, no clock, no environment: time, randomness and bytes are arguments. */
const pure = [
  'time',
  'documents',
  'values',
  'filings',
  'tables',
  'news',
  'feeds',
  'formulas',
  'analysis',
  'companies',
  'treasuries',
  'days',
  'briefings',
  'status',
  'render',
]

const anyOf = (names) => `(${names.join('|')})`
const pureFiles = `^pipeline/${anyOf(pure)}/`
const free = '^pipeline/(errors|freshness|mutex)\\.ts$'

/** Files with I/O whose types (and nothing else) the pure folders may name. */
const typesForPure = '^pipeline/(http/request|recordings/recording|warehouse/(load/recordings|companies/(filings|reports)))\\.ts$'
/** Files whose types (and nothing else) an orchestration may name. */
const typesForOrchestrations = '^(activities/(activity|index|fetch/feeds)|workflows/host)\\.ts$'

const library = (names) => `(^|/)node_modules/${anyOf(names)}/`
/** Libraries that only compute. */
const computing = library(['canonicalize', 'd3-scale', 'fflate', 'htmlparser2', 'saxes', 'temporal-polyfill', 'zod'])

/** A library has one home; whoever else needs what it does asks there. */
const homes = [
  { name: 'arrow', library: ['apache-arrow'], home: '^(pipeline/warehouse|server/history|test)/' },
  { name: 'duckdb', library: ['@duckdb'], home: '^(pipeline/warehouse|bench|test)/' },
  { name: 'temporal', library: ['@temporalio'], home: '^(workflows|test|scripts)/' },
  { name: 'archives', library: ['fflate'], home: '^(pipeline/filings|sample/wire|test)/' },
  { name: 'webhooks', library: ['standardwebhooks'], home: '^(pipeline/http|server/delivery|test)/' },
  { name: 'addresses', library: ['ipaddr.js'], home: '^(server/delivery|test)/' },
  { name: 'undici', library: ['undici'], home: '^(pipeline/(http|store)|bench|test)/' },
  { name: 's3', library: ['aws4fetch'], home: '^(pipeline/store|scripts|test)/' },
  { name: 'koa', library: ['koa', '@koa'], home: '^(server|bench|test)/' },
  { name: 'markdown', library: ['marked'], home: '^(server/docs|test)/' },
  { name: 'commander', library: ['commander'], home: '^cli/' },
  { name: 'state', library: ['kysely', 'pg'], home: '^(server/state|test)/' },
  { name: 'telemetry', library: ['prom-client'], home: '^(server/telemetry|test)/' },
  { name: 'description', library: ['zod-openapi'], home: '^scripts/' },
  { name: 'mcp', library: ['@modelcontextprotocol'], home: '^(server/mcp|test)/' },
  {
    name: 'payments',
    library: ['@x402', 'mppx', 'viem', '@solana'],
    home: '^(server/payments/|cli/(commands/buy|check/quote)\\.ts|test/)',
  },
]

const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    wall(
      'data-imports-nothing',
      'data/ is rows: it imports only other rows, the invented companies among them.',
      { path: '^data/' },
      { pathNot: ['^data/', '^sample/world/companies\\.ts$'] },
    ),
    wall(
      'server-reads-artifacts',
      'The server knows finished artifacts: of the pipeline it imports the reader and the kinds of document (errors, the words of freshness, how days are written, and folders and room on the disk), never the warehouse or a computation.',
      { path: '^server/', pathNot: '^server/companies/' },
      {
        path: '^(pipeline|activities|workflows|cli)/',
        pathNot: ['^pipeline/(editions/reader\\.ts$|store/(make-folder|space)\\.ts$|time/day\\.ts$|documents/)', free],
      },
    ),
    wall(
      'companies-by-day',
      'Numbers of a company as known on a past day are a function of its stored figures and the day: with what makes and writes its blocks, and no other computation.',
      { path: '^server/companies/' },
      {
        path: '^(pipeline|activities|workflows|cli)/',
        pathNot: ['^pipeline/(editions/reader\\.ts$|documents/|render/|companies/(figures|blocks)/|time/day\\.ts$)', free],
      },
    ),
    wall(
      'kinds-are-light',
      'Server, render and publish load every kind of document: a declaration loads rows, and the types of the schema library.',
      { path: '^pipeline/documents/' },
      { pathNot: ['^(data/|pipeline/documents/)', 'node_modules/zod/'] },
    ),
    wall(
      'server-without-schemas',
      'What the server starts with loads no schema library: the description is made of generated tables.',
      { path: '^server/', pathNot: '^server/(schemas|payments)/' },
      { path: library(['zod', 'zod-openapi']) },
    ),
    wall(
      'sample-through-its-transport',
      'The simulator stands in for the outside world: only the transport that asks it knows it. Its roster is rows.',
      { pathNot: '^(sample/|test/|pipeline/http/sample\\.ts$)' },
      { path: '^sample/', pathNot: '^sample/world/companies\\.ts$' },
    ),
    wall(
      'sample-on-demand',
      'A live run never loads the simulator: its transport is imported where it is chosen.',
      { path: '^(activities|cli|pipeline|server|workflows)/' },
      { path: '^pipeline/http/sample\\.ts$', dynamic: false },
    ),
    wall(
      'sample-is-pure',
      'The simulator computes: rows, the calendar, the format of plain data, and what packs an archive.',
      { path: '^sample/' },
      { pathNot: ['^(sample|data|pipeline/time)/', '^pipeline/feeds/sample-rows\\.ts$', free, 'node_modules/fflate/'] },
    ),
    wall(
      'sample-world-has-no-formats',
      'What happens in the invented world is said without the formats that tell of it.',
      { path: '^sample/world/' },
      { path: '^(sample/(wire|rows)|pipeline/feeds)/' },
    ),
    wall(
      'client-stands-alone',
      'The client is what others take with them: it imports nothing but itself. Its bridge is a program, for Node.',
      { path: '^client/' },
      { pathNot: '^client/', dependencyTypesNot: ['core'] },
    ),
    wall(
      'client-is-not-product',
      'The product does not call itself; `briefing mcp` is the bridge that the client brings.',
      { path: '^(activities|cli|data|pipeline|sample|server|workflows)/' },
      { path: '^client/', pathNot: '^client/bridge/' },
    ),
    wall(
      'pipeline-knows-no-caller',
      'The pipeline is called; it knows neither the server nor what schedules it.',
      { path: '^pipeline/' },
      { path: '^(server|activities|workflows|cli)/' },
    ),
    wall(
      'orchestrations-are-plain',
      'An orchestration runs inside the Temporal sandbox too: types and rows only.',
      { path: '^workflows/orchestrations/' },
      { pathNot: ['^workflows/orchestrations/', '^data/', typesForOrchestrations] },
    ),
    wall(
      'activities-are-ordered',
      'What runs does not know what orders it.',
      { path: '^activities/' },
      { path: '^(workflows|cli|server)/' },
    ),
    wall(
      'warehouse-knows-no-companies',
      'Loading, deriving and reading are the same for every table: companies have a room of their own, that only the list of views names.',
      { path: '^pipeline/warehouse/(?!companies/)', pathNot: '^pipeline/warehouse/schema\\.ts$' },
      { path: '^pipeline/warehouse/companies/' },
    ),
    wall(
      'pure-without-node',
      'No node: module in a pure folder.',
      { path: pureFiles },
      { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    ),
    wall(
      'hash-only-in-render',
      'Of the pure folders only render/ hashes (the fingerprint).',
      { path: pureFiles, pathNot: '^pipeline/render/' },
      { path: '^(node:)?crypto$', dependencyTypes: ['core'] },
    ),
    wall(
      'pure-libraries',
      'Libraries that only compute in a pure folder.',
      { path: pureFiles },
      { path: 'node_modules/', pathNot: computing },
    ),
    wall(
      'pure-without-io',
      'A pure folder imports pure folders, rows, and the types of what surrounds it.',
      { path: pureFiles },
      {
        path: `^(pipeline/(store|http|recordings|warehouse|editions)/|bench/|scripts/|test/)`,
        pathNot: typesForPure,
      },
    ),
    ...flow.map((folder, at) =>
      wall(
        `flow-${folder}`,
        `pipeline/${folder}/ imports only from the rooms before it: ${flow.slice(0, at).join(', ') || 'none'}.`,
        { path: `^pipeline/${folder}/` },
        { path: '^pipeline/', pathNot: [`^pipeline/${anyOf(flow.slice(0, at + 1))}/`, free] },
      ),
    ),
    ...layers.map((folder, at) =>
      wall(
        `layer-${folder}`,
        `server/${folder}/ imports only from the layers before it: ${layers.slice(0, at).join(', ') || 'none'}.`,
        { path: `^server/${folder}/` },
        { path: '^server/', pathNot: `^server/${anyOf(layers.slice(0, at + 1))}/` },
      ),
    ),
    wall(
      'layer-known',
      'A folder of server/ has its place in the list above.',
      { path: `^server/(?!${anyOf(layers)}/)[^/]+/` },
      { path: '.' },
    ),
    wall('flow-free', 'What every folder may import imports nothing.', { path: free }, { pathNot: [free, '^data/'] }),
    wall(
      'flow-known',
      'A folder of pipeline/ has its place in the list above.',
      { path: `^pipeline/(?!${anyOf(flow)}/)`, pathNot: free },
      { path: '.' },
    ),
    ...homes.map(({ name, library: names, home }) =>
      wall(
        `home-${name}`,
        `${names.join(', ')} only below ${home}.`,
        { pathNot: [home, 'node_modules/'] },
        { path: library(names) },
      ),
    ),
    wall(
      'no-tests-in-the-product',
      'The product imports no test, bench or script.',
      { path: '^(activities|cli|data|pipeline|sample|server|workflows)/' },
      { path: '^(bench|scripts|test)/' },
    ),
    wall('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    wall('no-circular', 'No file leads back to itself, by types either.', {}, { circular: true }),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|var|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
