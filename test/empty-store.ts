import { openStore, type Store, select } from '../pipeline/warehouse/store.ts'

const tables = 'SELECT table_name AS name FROM duckdb_tables() WHERE NOT temporary AND estimated_size > 0'
const idle: { readonly store: Store; readonly registries: ReadonlySet<string> }[] = []

/**
 * A warehouse in memory with the registries and no other rows. Making the schema costs more than most tests, so the files that share a
 * process use one after the other, which `close` gives back; a test that changes a schema or a registry opens its own.
 */
export async function emptyStore(): Promise<Store> {
  const used = idle.pop() ?? (await made())
  const { store, registries } = used
  for (const { name } of await select<{ name: string }>(store, tables))
    if (!registries.has(name)) await store.connection.run(`DELETE FROM ${name}`)
  let isOpen = true
  const close = async () => {
    if (isOpen) idle.push(used)
    isOpen = false
  }
  return { ...store, close }
}

async function made() {
  const store = await openStore(':memory:')
  return { store, registries: new Set((await select<{ name: string }>(store, tables)).map(({ name }) => name)) }
}
