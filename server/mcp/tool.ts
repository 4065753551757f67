import type { Exchange } from '../exchange.ts'
import type { Gate } from '../gate.ts'
import type { HealthCheck } from '../openapi/schemas/system.ts'
import type { ServerVersion } from '../system.ts'
import type { Argument, Arguments } from './arguments.ts'

/** What the tools of one request work on. */
export interface Surroundings {
  readonly ctx: Exchange
  readonly gate: Gate
  readonly version: ServerVersion
  /** Checks of what the server needs beside its edition. */
  checks(): readonly HealthCheck[]
  now(): number
}

/** What a tool answers with. `data`: the same for programs; left out where the text is all there is. */
export interface ToolAnswer {
  readonly text: string
  readonly data?: Record<string, unknown>
}

/** A tool of the MCP server, declared once: the list of tools and its calls follow from the row. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: Readonly<Record<string, Argument>>
  answer(around: Surroundings, given: Arguments): Promise<ToolAnswer>
}
