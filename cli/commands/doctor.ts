import { selectHost } from '../../workflows/hosts/select.ts'
import { services } from '../check/connections.ts'
import { edition, type Finding, home, looked, recordings, store } from '../check/home.ts'
import { licences } from '../check/licences.ts'
import { contracts, credentials, roster, temporal } from '../check/outside.ts'
import { probe } from '../check/probe.ts'
import { declare, feeds, home as homeOption, host } from '../command.ts'
import { feedsMode } from '../day-and-time.ts'
import { exits } from '../exit.ts'
import { namedHome } from '../home-folder.ts'
import { print } from '../print.ts'

/** `briefing doctor`: what is set up, what is missing, what is broken, each with the next step. Asks upstreams only with `--probe`, each one question; the services that the settings name always. */
export const command = declare({
  options: [
    homeOption,
    feeds,
    host,
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
      ...credentials(settings, feeds.kind),
      ...(await looked('home', () => home(folder))),
      ...(await looked('store', () => store(folder))),
      ...(await looked('recordings', () => recordings(folder))),
      ...(await looked('edition', () => edition(folder))),
      ...(await looked('copy', async () => [
        ...(await licences(folder, settings.licences, feeds.kind)),
        ...(await roster(folder)),
        ...(await contracts(folder)),
      ])),
      ...(await looked('services', () => services(settings))),
      ...(selectHost(options.host ?? settings.host, process.env) === 'temporal' ? [await temporal()] : []),
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
