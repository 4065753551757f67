import { namedRows } from './named-rows.ts'

/** A page of the documentation, at `/docs/SLUG`. */
export interface DocPage {
  readonly slug: string
  readonly title: string
  /** What a reader finds there, in one sentence. */
  readonly about: string
  /** The Markdown file of the project it shows; null where the server makes the page itself. */
  readonly file: string | null
}

export interface DocGroup {
  readonly title: string
  readonly pages: readonly DocPage[]
}

/** The documentation in reading order: side list, previous and next page, and where links between the files lead. */
export const docGroups: readonly DocGroup[] = [
  {
    title: 'Start',
    pages: namedRows('slug', {
      read: {
        title: 'Read and buy',
        about: 'For readers and buyers: plans, keys, single calls, formats, and what each refusal means.',
        file: 'docs/guides/read.md',
      },
      start: {
        title: 'Getting started',
        about: 'What this is, the first briefing in five minutes, and where to go from there.',
        file: 'README.md',
      },
      glossary: {
        title: 'Concepts and glossary',
        about: 'The words of briefings and pages: states, signals, confidence, freshness, vintages.',
        file: 'docs/glossary.md',
      },
      guarantees: {
        title: 'Guarantees',
        about:
          'Who is charged when, what is never charged, what figures and signatures promise, and whose words are not to be trusted.',
        file: 'docs/guarantees.md',
      },
    }),
  },
  {
    title: 'Guides',
    pages: namedRows('slug', {
      'go-live': {
        title: 'Go live',
        about: 'From sample data to the real feeds: settings, history, TLS, supervision.',
        file: 'docs/guides/go-live.md',
      },
      sell: {
        title: 'Sell',
        about: 'Keys with a plan, and payments per call: first with play money, then for real.',
        file: 'docs/guides/sell.md',
      },
      temporal: {
        title: 'Run under Temporal',
        about: 'A server, a worker, and the schedules on a Temporal server.',
        file: 'docs/guides/temporal.md',
      },
      'add-a-feed': {
        title: 'Add a feed',
        about: 'A worked example, from a new upstream to a metric with its own page.',
        file: 'docs/guides/add-a-feed.md',
      },
      'connect-an-agent': {
        title: 'Connect an agent',
        about: 'Tools over MCP, through the bridge or directly, and a key that the agent asks for.',
        file: 'docs/guides/connect-an-agent.md',
      },
      'receive-webhooks': {
        title: 'Receive webhooks',
        about: 'Register an address, verify what arrives, and what happens when it fails.',
        file: 'docs/guides/receive-webhooks.md',
      },
      sql: {
        title: 'Ask in SQL',
        about: 'Open the data in DuckDB and ask what was known on a day.',
        file: 'docs/guides/sql.md',
      },
      'backup-and-restore': {
        title: 'Back up and restore',
        about: 'What to copy, how to restore it, and how to rebuild the rest.',
        file: 'docs/guides/backup-and-restore.md',
      },
      upgrade: {
        title: 'Upgrade',
        about: 'How to move to a new version, and back.',
        file: 'docs/guides/upgrade.md',
      },
    }),
  },
  {
    title: 'Operate',
    pages: namedRows('slug', {
      running: {
        title: 'Running',
        about: 'Commands, the home, schedules, what needs attention, health and metrics.',
        file: 'docs/running.md',
      },
      operations: {
        title: 'Operations',
        about: 'Runs, alerts, monitoring, and installation as a service.',
        file: 'docs/operations.md',
      },
      scaling: {
        title: 'Scaling',
        about: 'Several machines, for when one is not enough: bucket, Postgres and Temporal, roles, figures, failures, backup.',
        file: 'docs/scaling.md',
      },
      settings: {
        title: 'Settings',
        about: 'Every setting with its default, and the exit codes.',
        file: 'docs/settings.md',
      },
      feeds: {
        title: 'Feeds',
        about: 'Feeds, upstreams, credentials and licences; recording, replay and past days.',
        file: 'docs/feeds.md',
      },
      keys: {
        title: 'Keys and limits',
        about: 'Accounts, plans, and how calls are counted.',
        file: 'docs/keys.md',
      },
      payments: {
        title: 'Payments',
        about: 'Guarantees, what to do when money and answers do not match, refunds.',
        file: 'docs/payments.md',
      },
    }),
  },
  {
    title: 'Reference',
    pages: namedRows('slug', {
      analysts: {
        title: 'For analysts',
        about: 'The DuckDB file: tables, views and questions in SQL.',
        file: 'docs/analysts.md',
      },
      series: {
        title: 'Series and metrics',
        about: 'Every series with its source and release rule, every metric with its formula.',
        file: 'docs/series.md',
      },
      methodology: {
        title: 'Methodology',
        about: 'How every figure is calculated: formulas, thresholds and what they are worth.',
        file: 'docs/methodology.md',
      },
      companies: {
        title: 'Listed companies',
        about: 'What is read of companies, what is withheld and why, ratios, past days, and the lines with their concepts.',
        file: 'docs/companies.md',
      },
      api: { title: 'API reference', about: 'Every path, parameter, answer and header, with examples.', file: null },
      errors: { title: 'Errors', about: 'Every error code, its HTTP status and its meaning.', file: null },
      changelog: { title: 'Changelog', about: 'What changed from version to version.', file: 'CHANGELOG.md' },
    }),
  },
]

export const docPages: readonly DocPage[] = docGroups.flatMap(({ pages }) => pages)
