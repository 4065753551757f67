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
        slug: 'running',
        title: 'Running a server',
        about: 'Feeds, schedules, settings, keys, backups and monitoring.',
        file: 'docs/running.md',
      },
      {
        slug: 'payments',
        title: 'Payments',
        about: 'How a single call is paid for with x402 or MPP, and what the ledger keeps.',
        file: 'docs/payments.md',
      },
      {
        slug: 'analysts',
        title: 'For analysts',
        about: 'The DuckDB file: tables, views and questions in SQL.',
        file: 'docs/analysts.md',
      },
    ],
  },
  {
    title: 'Reference',
    pages: [
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
