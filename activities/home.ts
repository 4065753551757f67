import { join } from 'node:path'

/** Where everything that is written lives. */
export interface Home {
  readonly folder: string
  readonly store: string
  readonly market: string
  /** Folder of the analysts' Parquet files. */
  readonly exports: string
}

export function homeAt(folder: string): Home {
  return { folder, store: join(folder, 'store.duckdb'), market: join(folder, 'market.duckdb'), exports: join(folder, 'exports') }
}
