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
    pages: [
      {
        slug: 'start',
        title: 'Getting started',
        about: 'What this is, the first briefing in five minutes, and where to go from there.',
        file: 'README.md',
      },
      {
        slug: 'glossary',
        title: 'Concepts and glossary',
        about: 'The words of briefings and pages: states, signals, confidence, freshness, vintages.',
        file: 'docs/glossary.md',
      },
    ],
  },
  {
    title: 'Guides',
    pages: [
      {
        slug: 'go-live',
        title: 'Go live',
        about: 'From sample data to the real feeds, on one machine.',
        file: 'docs/guides/go-live.md',
      },
      {
        slug: 'sell',
        title: 'Sell',
        about: 'Keys with a plan and payments per call, first with play money.',
        file: 'docs/guides/sell.md',
      },
      {
        slug: 'temporal',
        title: 'Run under Temporal',
        about: 'Refreshes as workflows that survive a crash and can be watched.',
        file: 'docs/guides/temporal.md',
      },
      {
        slug: 'add-a-feed',
        title: 'Add a feed',
        about: 'A worked example, from an upstream nobody reads yet to a metric with its own page.',
        file: 'docs/guides/add-a-feed.md',
      },
      {
        slug: 'sql',
        title: 'Ask in SQL',
        about: 'Questions to the DuckDB file, with their answers.',
        file: 'docs/guides/sql.md',
      },
      {
        slug: 'backup-and-restore',
        title: 'Back up and restore',
        about: 'What cannot be recomputed, how to copy it and how to bring it back.',
        file: 'docs/guides/backup-and-restore.md',
      },
      {
        slug: 'upgrade',
        title: 'Upgrade',
        about: 'How a new version is installed, and what to do when it breaks something.',
        file: 'docs/guides/upgrade.md',
      },
    ],
  },
  {
    title: 'Operating',
    pages: [
      {
        slug: 'running',
        title: 'Running a server',
        about: 'How refreshes, schedules, editions and the server work together.',
        file: 'docs/running.md',
      },
      { slug: 'settings', title: 'Settings', about: 'Every setting with its default.', file: 'docs/settings.md' },
      {
        slug: 'feeds',
        title: 'Feeds',
        about: 'Sample, recorded and live feeds, their times, credentials and licences.',
        file: 'docs/feeds.md',
      },
      { slug: 'keys', title: 'Keys and limits', about: 'Accounts, plans, keys and how calls are counted.', file: 'docs/keys.md' },
      {
        slug: 'payments',
        title: 'Payments',
        about: 'How a single call is paid for with x402 or MPP, and what the ledger keeps.',
        file: 'docs/payments.md',
      },
      {
        slug: 'operations',
        title: 'Operations',
        about: 'Logs, metrics, alerts and what to do when something fails.',
        file: 'docs/operations.md',
      },
    ],
  },
  {
    title: 'Reference',
    pages: [
      {
        slug: 'analysts',
        title: 'For analysts',
        about: 'The DuckDB file: tables, views and questions in SQL.',
        file: 'docs/analysts.md',
      },
      {
        slug: 'methodology',
        title: 'Methodology',
        about: 'How every figure is calculated: formulas, thresholds and what they are worth.',
        file: 'docs/methodology.md',
      },
      { slug: 'api', title: 'API reference', about: 'Every path, parameter, answer and header, with examples.', file: null },
      { slug: 'errors', title: 'Errors', about: 'Every error code, its HTTP status and its meaning.', file: null },
      { slug: 'changelog', title: 'Changelog', about: 'What changed from version to version.', file: 'CHANGELOG.md' },
    ],
  },
]

export const docPages: readonly DocPage[] = docGroups.flatMap(({ pages }) => pages)
