import { parseYaml } from '@redocly/openapi-core'
import { read } from './tree.ts'

/** A service of `docs/operations/compose.yaml`, as far as the tests read it. */
export interface ComposeService {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[]
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
  readonly stop_grace_period?: string
  readonly deploy?: { readonly replicas: number }
  readonly pull_policy?: string
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** A container of ours in a manifest of Kubernetes. */
export interface Container {
  readonly image: string
  readonly command: readonly string[]
  readonly envFrom: readonly {
    readonly configMapRef?: { readonly name: string }
    readonly secretRef?: { readonly name: string }
  }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } }
  readonly livenessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } }
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}

export interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec: {
    readonly replicas?: number
    readonly minAvailable?: number
    readonly selector?: Readonly<Record<string, unknown>>
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[]
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: {
        readonly containers: readonly Container[]
        readonly volumes: readonly { readonly name: string }[]
        readonly terminationGracePeriodSeconds?: number
        readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number; readonly fsGroup?: number }
      }
    }
  }
}

export const compose = parseYaml(read('docs/operations/compose.yaml')) as Compose

export const manifests: readonly Manifest[] = read('docs/operations/kubernetes.yaml')
  .split(/^---$/m)
  .map((text) => parseYaml(text) as Manifest)

/** How every process of the image begins: what comes after it is typed after `briefing`. */
export const program = ['node', 'dist/cli/briefing.js'] as const

/** What a command types after `briefing`; null for the program of another image. */
export const wordsOf = (command: readonly string[] = []): readonly string[] | null =>
  program.every((word, at) => command[at] === word) ? command.slice(program.length) : null

/** The services of the file that run this program, by name: what each types after `briefing`, and how many of it there are. */
export const composed: Readonly<Record<string, { readonly words: readonly string[]; readonly replicas: number }>> =
  Object.fromEntries(
    Object.entries(compose.services).flatMap(([name, { command, deploy }]) => {
      const words = wordsOf(command)
      return words === null ? [] : [[name, { words, replicas: deploy?.replicas ?? 1 }]]
    }),
  )
