import { InputError } from '../../pipeline/errors.ts'
import type { Build, Deployment } from '../../workflows/hosts/deployments.ts'
import { declare } from '../command.ts'
import { pipelineLog } from '../log.ts'
import { packageVersion } from '../package-file.ts'
import { print, tableLines, timeText } from '../print.ts'

/**
 * `briefing deploy [build]`: new runs go to the build, by default to that of this program; a run that began stays on its own. Prints every
 * build with its workers and open runs, and which workers may be stopped. `--list` changes nothing.
 */
export const command = declare({
  args: [['[build]', 'the build, such as 0.1.0-4f2c01a9be77; that of this program when omitted']],
  options: [
    ['--list', 'print the builds without changing anything'],
    ['--unversioned', 'send new runs to workers without a build: those started without roles'],
  ],
  examples: ['deploy', 'deploy --list', 'deploy 0.1.0-4f2c01a9be77', 'deploy --unversioned'],
  unreachable: 'the Temporal server does not answer, or no worker of the build polls',
  guide: 'docs/scaling.md',
  action: async ({ settings, global }, options, build) => {
    if ([options.list, options.unversioned, build !== undefined].filter(Boolean).length > 1)
      throw new InputError('DEPLOY_WHAT', 'a build, --list and --unversioned exclude each other; give one of them')
    const { temporalHost } = await import('../../workflows/hosts/temporal.ts')
    const { deploy, deploymentOf, noDeployment } = await import('../../workflows/hosts/deployments.ts')
    const { installation } = settings
    const host = await temporalHost({ env: process.env, log: pipelineLog(settings.logLevel), installation })
    const server = { workflowService: host.client.workflowService, namespace: host.namespace }
    try {
      const wanted = options.list || options.unversioned ? null : (build ?? (await ownBuild()))
      const deployment = await host.reached(async () => {
        if (!options.list) await deploy(server, installation, wanted, Date.now())
        return deploymentOf(server, installation, Date.now())
      })
      if (deployment === null) throw noDeployment(installation)
      const { current, builds, unversioned } = deployment
      const place = { address: host.address, namespace: host.namespace, deployment: installation }
      print(global, { ...place, current, builds: builds.map(asJson), unversioned }, [
        `new runs of ${installation} go to ${current === null ? 'workers without a build' : `build ${current}`} (${host.address}, namespace ${host.namespace})`,
        ...linesOf(deployment),
      ])
    } finally {
      await host.close()
    }
  },
})

/** Loads Temporal's native library, so only where no build is named. */
async function ownBuild(): Promise<string> {
  const { buildOf, workflowBundle } = await import('../../workflows/bundle.ts')
  return buildOf(await workflowBundle(), packageVersion().version)
}

function asJson({ build, state, currentSince, workers, runs }: Build) {
  return { build, state, current_since: timeText(currentSince), workers, runs, may_stop: state === 'drained' }
}

function linesOf({ current, builds, unversioned }: Deployment): string[] {
  const rows = builds.map((each) => [
    each.build,
    each.state,
    timeText(each.currentSince),
    each.workers,
    each.runs,
    nextStep(each),
  ])
  const without = ['without a build', current === null ? 'current' : null, null, unversioned.workers, unversioned.runs, null]
  const stuck = builds.filter(({ workers, runs }) => workers === 0 && runs > 0)
  return [
    ...tableLines(['build', 'state', 'current since (UTC)', 'workers', 'open runs', 'next step'], [...rows, without]),
    ...stuck.flatMap(({ build, query }) => [
      '',
      `The runs of ${build} wait for a worker of that build. Start one, or end them:`,
      `temporal workflow terminate --reason "build is gone" --query "${query}"`,
    ]),
  ]
}

function nextStep({ state, workers, runs }: Build): string | null {
  if (workers === 0) return runs > 0 || state === 'current' ? 'start a worker: its runs wait' : null
  if (state === 'drained') return 'its workers may be stopped'
  if (state === 'draining')
    return runs > 0 ? 'keep its workers until its runs end' : 'keep its workers until it is drained, a few minutes'
  return state === 'inactive' ? 'gets runs after briefing deploy' : null
}
