import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { referenceFiles } from './operations.ts'

/** The reference as a page: Swagger UI over the description, all of it served from here. */
export const referencePage = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
  '<title>Market briefings: interface</title><link rel="stylesheet" href="/docs/api/swagger-ui.css"></head>',
  '<body><main id="reference"><noscript>The description is at <a href="/api/openapi/spec.json">/api/openapi/spec.json</a>.</noscript></main>',
  '<script src="/docs/api/swagger-ui-bundle.js"></script><script src="/docs/api/start.js"></script></body></html>\n',
].join('')

/** What the page may load: files of this server, and the pictures inside its style. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const start = "SwaggerUIBundle({ url: '/api/openapi/spec.json', dom_id: '#reference', deepLinking: true, validatorUrl: null })\n"

/** A file of the page by its name in `referenceFiles`. */
export function referenceFile(name: string): string {
  if (name === 'start.js' || !(name in referenceFiles)) return start
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8')
}
