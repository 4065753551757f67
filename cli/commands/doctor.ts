import { selectHost } from '../../workflows/hosts/select.ts'
import { checkBucket } from '../check/bucket.ts'
import { checkConnections } from '../check/connections.ts'
import { checkEdition, checkHome, checkRecordings, checkWarehouse, type Finding, runCheck } from '../check/home.ts'
import { checkLicences } from '../check/licences.ts'
import { checkCredentials, checkFeedContracts, checkRoster, checkTemporal } from '../check/outside.ts'
import { probe } from '../check/probe.ts'
import { checkStateStore } from '../check/state.ts'
import { declare, feedsCliOption, home as homeOption, hostCliOption } from '../command.ts'
import { feedsMode } from '../day-and-time.ts'
import { exits } from '../exit.ts'
import { namedHome } from '../home-folder.ts'
import { openBlobs } from '../open-blobs.ts'
import { print } from '../print.ts'

/** `briefing doctor`: what is set up, what is missing, what is broken, each with the next step. Asks upstreams only with `--probe`, each one question; the services that the settings name always. */
export const command = declare({
  options: [
    homeOption,
    feedsCliOption,
    hostCliOption,
    ['--probe', 'send one small request to each upstream and say what it answers; nothing is stored'],
  ],
  examples: ['doctor', 'doctor --feeds live --probe'],
  trouble: 'a check failed',
  unreachable: 'a configured service or an upstream does not answer, or another program is using a file of the home',
  guide: 'docs/guides/go-live.md',
  action: async ({ settings, global }, options) => {
    const folder = namedHome(settings, options)
    const feeds = feedsMode(options.feeds ?? settings.feeds)
    const findings = [
      ...checkCredentials(settings, feeds.kind),
      ...(await runCheck('home', () => checkHome(folder))),
      ...(await runCheck('store', () => checkWarehouse(folder))),
      ...(await checkBucket(settings)),
      ...(await runCheck('recordings', async () => checkRecordings(folder, await openBlobs(settings, folder)))),
      ...(await runCheck('edition', async () => checkEdition(folder, await openBlobs(settings, folder)))),
      ...(await runCheck('copy', async () => [
        ...(await checkLicences(folder, settings.licences, feeds.kind)),
        ...(await checkRoster(folder)),
        ...(await checkFeedContracts(folder)),
      ])),
      ...(await checkStateStore(settings, options.home)),
      ...(await runCheck('services', () => checkConnections(settings))),
      ...(selectHost(options.host ?? settings.host, process.env) === 'temporal' ? [await checkTemporal(settings)] : []),
      ...(options.probe ? await probe(settings) : []),
    ]
    const failed = findings.filter(({ level }) => level === 'FAIL')
    print(global, { findings }, findings.map(lineOf))
    process.exitCode =
      failed.length === 0 ? exits.fine : failed.some(({ outside }) => outside) ? exits.unreachable : exits.dataTrouble
  },
})

function lineOf({ check, level, detail, next }: Finding): string {
  return `${level.padEnd(4)}  ${check}: ${detail}${next === null ? '' : `\n      -> ${next}`}`
}
