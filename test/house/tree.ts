import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

const ignored = new Set(['.git', 'node_modules', 'dist', 'var', 'coverage'])
/** Written by the build. */
const generated = 'client/operations.ts'
/** Folders that tests plant and remove while others read the tree. */
const passing = /^\.planted-/

function below(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return ignored.has(entry.name) || passing.test(entry.name) ? [] : below(path)
    return entry.isFile() && path !== generated && !/\.(log|tsbuildinfo)$/.test(path) ? [path] : []
  })
}

/** Every file of the project that version control would keep, with / between folders. */
export const files: readonly string[] = below('').sort()

const texts = new Map<string, string>()

/** The text of a file as it was when it was first asked for. */
export function read(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8')
  texts.set(path, text)
  return text
}

/** Source of the product: what is built and run. */
export const sources = files.filter((path) =>
  /^(activities|cli|client|data|pipeline|sample|server|workflows)\/.*\.ts$/.test(path),
)

/** The same, the command and the scripts. */
export const programs = files.filter((path) => sources.includes(path) || /^(command|scripts)\/.*\.ts$/.test(path))

/** Files that hold tests, of every ring. */
export const testFiles = files.filter((path) =>
  /^test\/.*\.(test|recorded|temporal|torture|recorded-torture|guide)\.ts$/.test(path),
)

/** The text without its comments, which are not code. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}

/** Findings of `find` over `paths`, each with its file: an empty list is what a ratchet wants to see. */
export function findings(paths: readonly string[], find: (text: string, path: string) => readonly string[]): string[] {
  return paths.flatMap((path) => find(read(path), path).map((finding) => `${path}: ${finding}`))
}
