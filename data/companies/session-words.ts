/** Words that say when in the trading day results are released, each with a sentence they were read in. */
export const sessionWords = [
  {
    timing: 'before-open',
    words:
      /\b(?:before|prior to) (?:the )?(?:U\.?S\.? )?(?:(?:stock|financial|equity) )?(?:markets?|trading)(?:’s|'s)? open(?:s|ing)?\b/iu,
    example: 'intends to release its first quarter 2026 results before the market opens on Tuesday, April 21, 2026.',
  },
  {
    timing: 'before-open',
    words:
      /\b(?:before|prior to) (?:the )?(?:open(?:ing)?|start|beginning) of (?:the |regular )*(?:U\.?S\.? )?(?:stock )?(?:markets?|trading|NYSE|Nasdaq)\b/iu,
    example:
      'will release its fourth quarter 2025 financial results before the opening of the market on Thursday, February 26, 2026.',
  },
  {
    timing: 'before-open',
    words: /\bpre-?market\b/iu,
    example: 'will report third quarter results pre-market on Tuesday, October 20, 2026.',
  },
  {
    timing: 'after-close',
    words:
      /\b(?:after|following) (?:the )?(?:U\.?S\.? )?(?:(?:stock|financial|equity) )?(?:markets?|trading)(?:’s|'s)? clos(?:es?|ing)\b/iu,
    example: 'will report its financial results after the stock market closes on Friday, October 23, 2026.',
  },
  {
    timing: 'after-close',
    words:
      /\b(?:after|following) (?:the )?clos(?:e|ing) of (?:the |regular )*(?:U\.?S\.? )?(?:stock )?(?:markets?|trading|NYSE|Nasdaq)\b/iu,
    example: 'will report first quarter 2025 financial results on Thursday, May 1, 2025, after the close of U.S. markets.',
  },
  {
    timing: 'after-close',
    words: /\b(?:post-?market|after[- ]market hours|after[- ]hours)\b/iu,
    example: 'will report third quarter results post-market on Tuesday, October 20, 2026.',
  },
] as const
