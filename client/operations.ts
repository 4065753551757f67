/** Generated from the description by scripts/generate-client.ts. */

export type Metric = MetricData | MetricLatestReading | MetricLateRelease

/** A full read. */
export type MetricData = {
  readonly metric: string
  readonly title: string
  readonly category: string
  readonly unit: string
  readonly value: number
  /** The period the value describes: a day, or the last day of its week, month or quarter. */
  readonly period: string
  /** When the value became known. */
  readonly known_at: string
  readonly known_basis: 'filed' | 'reported' | 'deadline'
  readonly source: MetricSource
  readonly inputs: readonly InputPoint[]
  readonly freshness: Freshness
  readonly access: {
    readonly served: 'full'
    readonly why: string | null
    /** The plan required to read this metric in full. */
    readonly full_needs: string | null
  }
  readonly as_of: string
  readonly computed_at: string
  /** SHA-256 of the RFC 8785 canonical JSON of the document without this member. */
  readonly fingerprint: string
  /** True for everything derived from the sample feeds, whose values are invented. */
  readonly sample: boolean
  /** Notices required by sources. */
  readonly notices: readonly string[]
  readonly trend: Trend
  readonly momentum: Momentum | null
  readonly signal: Signal | null
  readonly record: Extreme | null
  readonly confidence: Confidence
  readonly percentile_90d: Percentile | null
  readonly data_quality: ReadingQuality
  readonly method: Method
}

export type MetricSource = {
  readonly id: string
  readonly name: string
  readonly series: string
  readonly url: string | null
}

/** An input of the value. */
export type InputPoint = {
  readonly series: string
  readonly period: string
  readonly value: number
  readonly unit: string
  readonly known_at: string
  readonly url: string | null
}

export type Freshness = {
  readonly status: 'fresh' | 'late' | 'stale'
  readonly cadence: string
  readonly next_due_at: string | null
  readonly stale_after: string
}

export type Trend = {
  readonly '7d': TrendWindow | null
  readonly '30d': TrendWindow | null
  readonly '90d': TrendWindow | null
}

/** A change over one window with its two dated ends; percentages in points. */
export type TrendWindow = {
  readonly change: number | null
  readonly change_unit: 'percent' | 'basis_points' | 'unit'
  readonly direction: 'up' | 'down' | 'flat'
  /** Robust z of this change among the metric's own changes over the same window in the last three years. */
  readonly strength: number | null
  /** The window in words, by the cadence of the series: "4 weeks", "1 month". */
  readonly span: string
  readonly from: DatedValue
  readonly to: DatedValue
  /** Why there is no change, if `change` is null. */
  readonly note?: string
}

export type DatedValue = {
  readonly period: string
  readonly value: number
}

/** Change per day over the short and the long window, in the unit of the trend. */
export type Momentum = {
  readonly state: 'accelerating' | 'steady' | 'decelerating' | 'reversing'
  readonly short: number
  readonly long: number
}

export type Signal = {
  readonly direction: 'bullish' | 'bearish' | 'neutral'
  /** Which way the metric itself moves. */
  readonly moving: 'rising' | 'falling' | 'steady'
  /** The window that its confidence refers to. */
  readonly window: '7d' | '30d' | '90d'
  readonly polarity: 'higher_is_bullish' | 'lower_is_bullish' | 'none'
  /** For whom a rise is bullish or bearish; null if that is disputed. */
  readonly for: string | null
  /** Period of the value at which the signal began. */
  readonly since: string
  readonly turns: readonly Turn[]
}

/** A value at which the signal would change, all else being equal: if the next release reaches it, or if every value of a week does. */
export type Turn = {
  readonly to: 'bullish' | 'bearish' | 'neutral'
  readonly side: 'above' | 'below'
  readonly value: number
  readonly held: 'next_release' | 'week'
}

/** An extreme of at least one year of known values. */
export type Extreme = {
  readonly kind: 'highest' | 'lowest' | 'largest_rise' | 'largest_fall'
  /** For a change, its window; null for a level. */
  readonly window: '7d' | '30d' | '90d' | null
  /** The last day with a more extreme value, or the first day of the series. */
  readonly since: string
}

/** Probability that the signal comes true over the next window, 0 to 100, from similar past days. */
export type Confidence = {
  readonly score: number | null
  /** Why there is no score, if `score` is null. */
  readonly why: string | null
  readonly horizon_days: number
  /** The score without any information. */
  readonly no_information: number | null
  /** Points by which such days did better than all days, with 95 % confidence; null if the difference is not significant. */
  readonly edge: {
    readonly points: number
    readonly low: number
    readonly high: number
  } | null
  /** What followed such days, in one sentence. */
  readonly text: string
  readonly factors: readonly {
    readonly name: string
    readonly effect: string
    readonly detail: string
  }[]
  readonly calibration: ConfidenceCalibration | null
}

export type ConfidenceCalibration = {
  /** Number of non-overlapping past windows. */
  readonly n: number
  readonly hit_rate: number
  readonly base_rate: number
  readonly brier: number
  /** Brier skill against the metric's own base rate: 1 less the ratio of the two Brier scores. */
  readonly skill: number
  readonly skill_low: number | null
  readonly skill_high: number | null
  readonly from: string
  readonly to: string
}

/** Share of the other observations of the last 90 days below the value; `n` is their number. */
export type Percentile = {
  readonly value: number
  readonly n: number
}

export type ReadingQuality = {
  readonly status: 'good' | 'partial' | 'poor'
  readonly coverage_90d: number
  readonly gaps: number
  readonly age_days: number
  readonly disagreement: string | null
  readonly notes: readonly string[]
}

export type Method = {
  readonly version: string
  readonly url: string
}

/** The latest value without its analysis. */
export type MetricLatestReading = {
  readonly metric: string
  readonly title: string
  readonly category: string
  readonly unit: string
  readonly value: number
  /** The period the value describes: a day, or the last day of its week, month or quarter. */
  readonly period: string
  /** When the value became known. */
  readonly known_at: string
  readonly known_basis: 'filed' | 'reported' | 'deadline'
  readonly source: MetricSource
  readonly inputs: readonly InputPoint[]
  readonly freshness: Freshness
  readonly access: {
    readonly served: 'latest_reading'
    readonly why: string | null
    /** The plan required to read this metric in full. */
    readonly full_needs: string | null
  }
  readonly as_of: string
  readonly computed_at: string
  /** SHA-256 of the RFC 8785 canonical JSON of the document without this member. */
  readonly fingerprint: string
  /** True for everything derived from the sample feeds, whose values are invented. */
  readonly sample: boolean
  /** Notices required by sources. */
  readonly notices: readonly string[]
}

/** The full analysis of the previous release, while the next release is due but not yet read. */
export type MetricLateRelease = {
  readonly metric: string
  readonly title: string
  readonly category: string
  readonly unit: string
  readonly value: number
  /** The period the value describes: a day, or the last day of its week, month or quarter. */
  readonly period: string
  /** When the value became known. */
  readonly known_at: string
  readonly known_basis: 'filed' | 'reported' | 'deadline'
  readonly source: MetricSource
  readonly inputs: readonly InputPoint[]
  readonly freshness: Freshness
  readonly access: {
    readonly served: 'late_release'
    readonly why: string | null
    /** The plan required to read this metric in full. */
    readonly full_needs: string | null
  }
  readonly as_of: string
  readonly computed_at: string
  /** SHA-256 of the RFC 8785 canonical JSON of the document without this member. */
  readonly fingerprint: string
  /** True for everything derived from the sample feeds, whose values are invented. */
  readonly sample: boolean
  /** Notices required by sources. */
  readonly notices: readonly string[]
  readonly trend: Trend
  readonly momentum: Momentum | null
  readonly signal: Signal | null
  readonly record: Extreme | null
  readonly confidence: Confidence
  readonly percentile_90d: Percentile | null
  readonly data_quality: ReadingQuality
  readonly method: Method
  readonly late: {
    readonly series: string
    readonly status: 'due' | 'out_unread'
    readonly due_at: string
    readonly since: string
  }
}

/** Holdings of the companies on the roster, largest first. */
export type TreasuryList = {
  readonly as_of: string
  /** True for everything derived from the sample feeds, whose values are invented. */
  readonly sample: boolean
  readonly holdings: readonly TreasuryRow[]
  /** Total bitcoins of the exact rows, excluding estimates. */
  readonly total_btc_exact: number
  readonly financing: {
    /** Rows with a financing summary. */
    readonly companies_with_filed_financing: number
  }
  readonly mnav: {
    /** Rows with an mNAV summary. */
    readonly companies_with_mnav: number
  }
  /** Companies whose count is withheld; they appear in neither the rows nor the total. Empty if there are none. */
  readonly withheld: readonly {
    readonly ticker: string
    readonly company_name: string
    /** Why no count is shown, in one sentence. */
    readonly reason: string
    readonly evidence_filing: Filing
  }[]
  /** Notices required by sources. */
  readonly notices: readonly string[]
  readonly computed_at: string
  /** SHA-256 of the RFC 8785 canonical JSON of the document without this member. */
  readonly fingerprint: string
}

/** The holding of one company. */
export type TreasuryRow = {
  readonly ticker: string
  readonly company_name: string
  /** Exact: filed, for a day up to 240 days ago. Estimate, rounded: a third-party count, or the last filed count if it is older and no newer count exists. */
  readonly precision: 'exact' | 'estimate'
  /** The filed count in bitcoins; null for an estimate. */
  readonly btc_exact: number | null
  readonly unit: 'BTC'
  /** Bitcoins to three significant digits; the only figure given for an estimate. */
  readonly btc_display: number
  /** Day the filing states the count for; for a third party, the day it was read. */
  readonly as_of: string
  /** Days from that day to the day of the document. */
  readonly age_days: number
  readonly freshness: HoldingFreshness
  /** When the filing was accepted, or the third party was read. */
  readonly known_at: string
  readonly source: HoldingSource
  /** The filed document of an exact figure; null for an estimate. */
  readonly filing_url: string | null
  /** The filing of an exact count; null for an estimate. */
  readonly filing: Filing | null
  /** How the count was read, where it appears in the filing and the checks it passed; null for an estimate. */
  readonly reading: {
    readonly how: string
    readonly place: string
    readonly checks: readonly {
      readonly name: string
      readonly detail: string
    }[]
  } | null
  /** Null if the sources agree within 1 % or one bitcoin, or if their dates are more than 60 days apart. */
  readonly adjudication: Adjudication | null
  /** What the age of the count means, in one sentence; null if it has no effect. */
  readonly age_note: string | null
  /** From the latest periodic report of the company, which can be older than the holding. */
  readonly financing_summary: {
    /** The balance sheet date. */
    readonly as_of: string
    /** Debt principal plus preferred stock at liquidation preference, in US dollars as of the balance sheet date; null if the filing states only a part. */
    readonly senior_claims_usd: number | null
    /** Senior claims divided by the bitcoins stated in the filing; null if it states none. */
    readonly senior_claims_per_btc_usd: number | null
    /** Fair value of the bitcoins over total assets, in percent; null if the filing does not state both. */
    readonly btc_share_of_total_assets_percent: number | null
    /** US dollars due within 24 months of the balance sheet date; null if the filing does not say. */
    readonly due_within_24_months_usd: number | null
    /** The periodic report. */
    readonly filing_url: string
    /** Null for a company that files in dollars. */
    readonly filed_currency: FiledCurrency | null
    /** Citation required by the Japanese disclosure system; null for an SEC filing. */
    readonly citation: string | null
  } | null
  /** Null if there is no figure; the company document says why. */
  readonly mnav_summary: {
    /** Market value over the value of the bitcoins held, to two decimals. */
    readonly value: number
    /** In house: computed from a filed share count, a stored close and the holding shown. Third party: its own published figure. The two are not comparable to two decimals. */
    readonly basis: 'in house' | 'third party'
    readonly as_of: string
  } | null
}

/** Whether the count is recent enough for the day of the document. */
export type HoldingFreshness = {
  /** Fresh: the next report or reading is not yet due. Late: it is due. Stale: the count is too old to represent the day. */
  readonly status: 'fresh' | 'late' | 'stale'
  readonly stale_after: string
}

/** Source of the reading. */
export type HoldingSource = {
  /** Id of the organisation. */
  readonly id: string
  /** Form and day of the filing, or the name of the third party. */
  readonly name: string
  readonly url: string | null
}

/** A filed report, as evidence. */
export type Filing = {
  /** Form as filed. */
  readonly form: string
  /** Number of the filing in the system it was filed with. */
  readonly accession: string
  /** Day it was filed. */
  readonly filed: string
  /** The filed document. */
  readonly url: string
}

/** The decision where two sources disagree materially. */
export type Adjudication = {
  /** The filed count or, if no filing is read, the lower third-party count. */
  readonly verdict: 'filing_stands' | 'lower_stands'
  /** The rule in a sentence. */
  readonly rule: string
  /** Difference of the other reading from the accepted one, in percent; null if the accepted one is 0. */
  readonly difference_percent: number | null
  /** Day the other reading was read. */
  readonly decided_on: string
  /** The accepted reading, then the other. */
  readonly evidence: readonly {
    readonly reading: 'filed' | 'third party'
    /** Bitcoins; to three significant digits if from third parties only. */
    readonly btc: number
    /** Day the filing states it for, or day the third party was read. */
    readonly as_of: string
    readonly source: string
    /** The filed document, or the page of the third party. */
    readonly url: string | null
    /** Number of the filing; null for a third party. */
    readonly accession: string | null
  }[]
}

/** Senior claims as filed in yen, and the exchange rate of the balance sheet date. */
export type FiledCurrency = {
  readonly currency: 'JPY'
  /** Yen. */
  readonly senior_claims: number
  /** Yen per dollar on the balance sheet date, or on the last day before it with a rate. */
  readonly rate: {
    readonly jpy_per_usd: number
    readonly date: string
    readonly source: string
    readonly url: string
  }
}

/** The bitcoin treasury of one company. */
export type Treasury = {
  readonly ticker: string
  readonly company_name: string
  readonly as_of: string
  /** True for everything derived from the sample feeds, whose values are invented. */
  readonly sample: boolean
  /** Null for a withheld company, or if no source counts its bitcoins. */
  readonly holding: Holding | null
  /** Present only for a withheld company. */
  readonly withheld?: {
    /** Why no count is shown, in one sentence. */
    readonly reason: string
    readonly evidence_filing: Filing
  }
  readonly financing: Financing | null
  /** Why there is no financing, in one sentence; null if there is. */
  readonly financing_note: string | null
  /** As in financing. */
  readonly filed_currency: FiledCurrency | null
  /** As in financing. */
  readonly citation: string | null
  /** From the latest 8-K that states it, for one company only; empty for all others. Never included in the figures of the periodic report. */
  readonly atm_capacity: readonly AtmCapacity[]
  /** Counts stated in 8-Ks since the periodic report, newest first, for one company only; empty for all others. Figures per bitcoin still use the count in the periodic report. */
  readonly btc_stated_since: readonly StatedSince[]
  /** Absent for a withheld company. */
  readonly mnav?: Mnav | null
  /** Why there is no mNAV, in one sentence; null if there is one, absent for a withheld company. */
  readonly mnav_note?: string | null
  /** Notices required by sources. */
  readonly notices: readonly string[]
  readonly computed_at: string
  /** SHA-256 of the RFC 8785 canonical JSON of the document without this member. */
  readonly fingerprint: string
}

/** The bitcoin holding of the company. */
export type Holding = {
  /** Exact: filed, for a day up to 240 days ago. Estimate, rounded: a third-party count, or the last filed count if it is older and no newer count exists. */
  readonly precision: 'exact' | 'estimate'
  /** The filed count in bitcoins; null for an estimate. */
  readonly btc_exact: number | null
  readonly unit: 'BTC'
  /** Bitcoins to three significant digits; the only figure given for an estimate. */
  readonly btc_display: number
  /** Day the filing states the count for; for a third party, the day it was read. */
  readonly as_of: string
  /** Days from that day to the day of the document. */
  readonly age_days: number
  readonly freshness: HoldingFreshness
  /** When the filing was accepted, or the third party was read. */
  readonly known_at: string
  readonly source: HoldingSource
  /** The filed document of an exact figure; null for an estimate. */
  readonly filing_url: string | null
  /** The filing of an exact count; null for an estimate. */
  readonly filing: Filing | null
  /** How the count was read, where it appears in the filing and the checks it passed; null for an estimate. */
  readonly reading: {
    readonly how: string
    readonly place: string
    readonly checks: readonly {
      readonly name: string
      readonly detail: string
    }[]
  } | null
  /** Null if the sources agree within 1 % or one bitcoin, or if their dates are more than 60 days apart. */
  readonly adjudication: Adjudication | null
  /** What the age of the count means, in one sentence; null if it has no effect. */
  readonly age_note: string | null
}

/** The financing of a company as stated in its latest periodic report, in US dollars. */
export type Financing = {
  /** The balance sheet date. */
  readonly as_of: string
  /** Debt principal plus preferred stock at liquidation preference, in US dollars as of the balance sheet date; null if the filing states only a part. */
  readonly senior_claims_usd: number | null
  /** Senior claims divided by the bitcoins stated in the filing; null if it states none. */
  readonly senior_claims_per_btc_usd: number | null
  /** Fair value of the bitcoins over total assets, in percent; null if the filing does not state both. */
  readonly btc_share_of_total_assets_percent: number | null
  /** US dollars due within 24 months of the balance sheet date; null if the filing does not say. */
  readonly due_within_24_months_usd: number | null
  /** The periodic report. */
  readonly filing_url: string
  /** Null for a company that files in dollars. */
  readonly filed_currency: FiledCurrency | null
  /** Citation required by the Japanese disclosure system; null for an SEC filing. */
  readonly citation: string | null
  readonly filing: Filing
  /** By instrument; empty if the filing states that there is none, null if the filing states no debt. */
  readonly debt: readonly {
    readonly name: string
    /** Principal outstanding, US dollars. */
    readonly principal_usd: number
    /** Percent per year; null if not stated. */
    readonly coupon_percent: number | null
    readonly maturity: string | null
    /** First day on which holders may put it; null if not stated. */
    readonly put: string | null
  }[] | null
  /** Of all instruments, US dollars. */
  readonly debt_principal_usd: number | null
  /** By class; empty if there is none, null if the filing does not state it. */
  readonly preferred: readonly {
    readonly name: string
    /** Shares outstanding. */
    readonly shares: number | null
    /** Of all shares of the class, US dollars. */
    readonly liquidation_preference_usd: number
  }[] | null
  /** Of all classes at liquidation preference, US dollars. */
  readonly preferred_usd: number | null
  /** The maturity table of the filing; empty if it has none. */
  readonly maturities: readonly {
    readonly label: string
    /** Last day of the row; null if it has none. */
    readonly to: string | null
    /** Principal due, US dollars. */
    readonly amount_usd: number
  }[]
  /** Bitcoins stated in the same filing for the balance sheet date. */
  readonly btc: number | null
  /** Where the text of the report states that count; null if it was read from a tag. */
  readonly count_basis: 'report text' | null
  /** Carrying value of those bitcoins, in US dollars as of the balance sheet date. */
  readonly btc_fair_value_usd: number | null
  /** Cost basis of those bitcoins as the filing tags it, in US dollars; null if it does not. */
  readonly btc_cost_usd: number | null
  /** US dollars as of the balance sheet date. */
  readonly cash_usd: number | null
  /** US dollars as of the balance sheet date. */
  readonly total_assets_usd: number | null
  /** Names of the figures that no part of the filing states. */
  readonly missing: readonly string[]
  /** The 40 latest filings accepted after the periodic report that may change the financing, newest first; none is included in the figures. Only offerings for a foreign issuer, because a 6-K names no items; empty for a filer in yen. */
  readonly later_filings: readonly LaterFiling[]
  /** The number of such filings; null for a foreign issuer or a filer in yen. */
  readonly later_filings_count: number | null
}

export type LaterFiling = {
  /** Form as filed. */
  readonly form: string
  /** Number of the filing in the system it was filed with. */
  readonly accession: string
  /** Day it was filed. */
  readonly filed: string
  /** The filed document. */
  readonly url: string
  /** Items of an 8-K; empty for other forms. */
  readonly items: readonly string[]
}

/** Remaining capacity of one at-the-market program. */
export type AtmCapacity = {
  /** As the filing names it. */
  readonly program: string
  /** Remaining amount that may be sold, in whole US dollars. */
  readonly available_usd: number
  readonly as_of: string
  /** Where it appears in the filing. */
  readonly place: string
  readonly quote: string
  readonly filing: Filing
}

/** A count of bitcoins that a later 8-K states. */
export type StatedSince = {
  readonly btc: number
  readonly as_of: string
  readonly filing: Filing
}

/** Market value over the value of the bitcoins held. */
export type Mnav = {
  /** Market value over the value of the bitcoins held, to two decimals. */
  readonly value: number
  /** In house: computed from a filed share count, a stored close and the holding shown. Third party: its own published figure. The two are not comparable to two decimals. */
  readonly basis: 'in house' | 'third party'
  /** The trading session, or the day a third-party figure was read. */
  readonly as_of: string
  /** Enterprise value (market value plus debt and preferred stock, less cash) over the value of the bitcoins; null if the filing lacks one of them, or for a third party. */
  readonly enterprise_value: number | null
  /** Last day on which the figure is shown: 7 days after its session, or one day after it was read. */
  readonly valid_until: string
  /** Every input of the two ratios; empty for a third party. */
  readonly inputs: readonly {
    readonly what: string
    readonly value: number
    readonly unit: string
    readonly as_of: string
    readonly source: string
    /** The filing, or the page of the source. */
    readonly url: string | null
  }[]
  /** The third party; null if in house. */
  readonly source: string | null
  /** The page of the third party; null if in house. */
  readonly source_url: string | null
  /** Symbol under which the third party lists the company; null if in house. */
  readonly provider_entity: string | null
  /** When it was read; null if in house. */
  readonly read_at: string | null
  /** An explanatory sentence; null if in house. */
  readonly why_not_in_house: string | null
}

/** A finished briefing: readings and their interpretation, dated and sourced. */
export type Briefing = {
  readonly briefing: string
  readonly title: string
  readonly tier: string
  readonly as_of: string
  readonly computed_at: string
  /** SHA-256 of the RFC 8785 canonical JSON of the document without this member. */
  readonly fingerprint: string
  /** True for everything derived from the sample feeds, whose values are invented. */
  readonly sample: boolean
  /** The headline in one sentence, as on the front page. */
  readonly headline: string
  readonly summary: string
  readonly state: {
    readonly label: string
    readonly since: string
    readonly previous: string | null
    /** True if `since` is only the earliest day examined and the state may have begun earlier. Absent from documents published before this member existed. */
    readonly since_at_least?: boolean
  } | null
  /** The metric that the signal and confidence belong to. */
  readonly lead: string | null
  readonly signal: Signal | null
  readonly confidence: Confidence | null
  readonly readings: Readonly<Record<string, Reading>>
  readonly sections: readonly Section[]
  readonly changes: {
    readonly '1d': readonly Change[]
    readonly '7d': readonly Change[]
  }
  /** What would change the state, nearest first. */
  readonly turns: readonly StateTurn[]
  /** Notable facts, most unusual first. */
  readonly points: readonly Point[]
  readonly next_releases: readonly {
    readonly series: string
    readonly title: string
    readonly due_at: string
  }[]
  readonly data_quality: {
    readonly status: 'good' | 'partial' | 'poor'
    readonly stale: readonly string[]
    readonly missing: readonly {
      readonly what: string
      readonly why: string
    }[]
  }
  readonly sources: readonly {
    readonly id: string
    readonly name: string
    readonly url: string | null
    readonly as_of: string
  }[]
  /** Notices required by sources. */
  readonly notices: readonly string[]
  readonly notes: readonly string[]
  readonly regime?: Regime
  readonly correlations?: readonly Correlation[]
}

/** The reading of a metric for a day, as in a briefing. */
export type Reading = {
  readonly metric: string
  readonly title: string
  readonly category: string
  readonly unit: string
  readonly value: number
  /** The period the value describes: a day, or the last day of its week, month or quarter. */
  readonly period: string
  /** When the value became known. */
  readonly known_at: string
  readonly known_basis: 'filed' | 'reported' | 'deadline'
  readonly source: MetricSource
  readonly inputs: readonly InputPoint[]
  readonly freshness: Freshness
  readonly trend: Trend
  readonly momentum: Momentum | null
  readonly signal: Signal | null
  readonly record: Extreme | null
  readonly confidence: Confidence
  readonly percentile_90d: Percentile | null
  readonly data_quality: ReadingQuality
  readonly method: Method
}

/** A table; rows may have more members than the table has columns. */
export type Section = {
  readonly id: string
  readonly title: string
  readonly note: string | null
  readonly columns: readonly {
    readonly key: string
    readonly label: string
    readonly unit: string | null
  }[]
  readonly rows: readonly (Readonly<Record<string, string | number | null>>)[]
}

export type Change = {
  /** A metric, or the id of the briefing for a change of state. */
  readonly what: string
  /** The kind of change: a label, a new record, or a scheduled release. */
  readonly field: 'state' | 'signal' | 'record' | 'release'
  readonly from: string | number | null
  readonly to: string | number | null
  readonly text: string
  /** 1 is the most unusual. */
  readonly rank: number
}

/** What would change the state. */
export type StateTurn = {
  /** The resulting state. */
  readonly to: string
  readonly needs: readonly TurnNeed[]
  /** The next release that could trigger it. */
  readonly by: {
    readonly series: string
    readonly due_at: string
  } | null
}

/** What one metric must do for the state to change, all else being equal. */
export type TurnNeed = {
  readonly metric: string
  /** The side of `value` that the metric must reach. */
  readonly side: 'above' | 'below'
  readonly value: number
  /** Whether it must reach that side at its next release, or stay there for a week. */
  readonly held: 'next_release' | 'week'
}

/** A notable fact about a reading on that day. */
export type Point = {
  readonly metric: string
  readonly text: string
  /** 1 is the most unusual. */
  readonly rank: number
}

export type Regime = {
  readonly current_regime: 'expansion' | 'contraction' | 'transition'
  /** The previous name, in documents for days through 2026-12-31; null if there was none. */
  readonly current_regime_legacy?: 'risk_on_expansion' | 'risk_off_contraction' | null
  /** Probabilities of the regime `horizon_days` from now. */
  readonly probabilities: {
    readonly expansion: number
    readonly contraction: number
    readonly transition: number
  }
  /** Absent from older documents, whose probabilities are those of the day itself. */
  readonly horizon_days?: number
  /** The regime that is most likely `horizon_days` from now. */
  readonly most_likely?: 'expansion' | 'contraction' | 'transition'
  /** True if the most likely regime differs from the current one. */
  readonly disagrees?: boolean
  readonly score?: {
    /** Weighted mean of the scores of the inputs: the sum of their contributions. */
    readonly day: number
    /** Mean of the scores of 21 days, which determines the regime. */
    readonly mean: number
    /** Expansion begins at this mean, contraction at its negative. */
    readonly enter: number
    /** Expansion ends below this mean, contraction above its negative. */
    readonly leave: number
  }
  readonly since: string
  readonly days: number
  /** True if `since` is only the earliest day examined and the state may have begun earlier. Absent from documents published before this member existed. */
  readonly since_at_least?: boolean
  readonly inputs: readonly {
    readonly period: string
    readonly value: number
    readonly unit: string
    readonly metric: string
    readonly about?: 'conditions' | 'growth' | 'inflation'
    readonly measure: 'level' | 'move'
    /** The period a move covers; null for a level. */
    readonly span?: string | null
    /** 1: a high value or a rise speaks for expansion; -1: for contraction. */
    readonly sign?: 1 | -1
    readonly score: number
    readonly weight: number
    /** Score times weight. */
    readonly contribution?: number
    /** True if the value is a later vintage that nobody had on that day; the value published then may have been different. */
    readonly later_vintage?: boolean
  }[]
}

/** Correlation of two metrics over the changes between their common days, the last of which is `to`. */
export type Correlation = {
  readonly a: string
  readonly b: string
  readonly value: number
  /** Lower bound of the 95 % interval of `value`. */
  readonly low: number
  /** Upper bound of the 95 % interval of `value`. */
  readonly high: number
  readonly n: number
  /** Number of independent changes equivalent to the `n` changes. */
  readonly independent: number
  /** The kind of change of `a` and of `b`: percent or difference. */
  readonly kinds: readonly ('percent' | 'basis_points' | 'unit')[]
  readonly word: string
  readonly from: string
  readonly to: string
}

/** The short form of a briefing, `part=summary`: its conclusions without the readings, with at most two releases. */
export type BriefingSummary = {
  readonly briefing: string
  readonly title: string
  readonly tier: string
  readonly as_of: string
  readonly computed_at: string
  /** SHA-256 of the RFC 8785 canonical JSON of the document without this member. */
  readonly fingerprint: string
  /** True for everything derived from the sample feeds, whose values are invented. */
  readonly sample: boolean
  /** The headline in one sentence, as on the front page. */
  readonly headline: string
  readonly state: {
    readonly label: string
    readonly since: string
    readonly previous: string | null
    /** True if `since` is only the earliest day examined and the state may have begun earlier. Absent from documents published before this member existed. */
    readonly since_at_least?: boolean
  } | null
  /** The metric that the signal and confidence belong to. */
  readonly lead: string | null
  readonly signal: Signal | null
  readonly summary: string
  /** What would change the state, nearest first. */
  readonly turns: readonly StateTurn[]
  readonly next_releases: readonly {
    readonly series: string
    readonly title: string
    readonly due_at: string
  }[]
  readonly data_quality: {
    readonly status: 'good' | 'partial' | 'poor'
    readonly stale: readonly string[]
    readonly missing: readonly {
      readonly what: string
      readonly why: string
    }[]
  }
  /** Notices required by sources. */
  readonly notices: readonly string[]
}

/** How past confidence scores compare with outcomes. */
export type Calibration = {
  readonly as_of: string
  /** True for everything derived from the sample feeds, whose values are invented. */
  readonly sample: boolean
  readonly pooled: CalibrationReport | null
  readonly metrics: readonly {
    readonly metric: string
    readonly title: string
    readonly score: number | null
    readonly why: string | null
    readonly horizon_days: number
    readonly calibration: ConfidenceCalibration | null
    readonly brier: Sampled | null
    readonly skill: Sampled | null
  }[]
}

export type CalibrationReport = {
  readonly forecasts: number
  /** Windows that do not overlap within their series. */
  readonly n: number
  readonly hit_rate: number
  readonly brier: Sampled
  readonly base_brier: Sampled
  readonly skill: Sampled
  readonly calibration_error: Sampled
  readonly reliability: readonly {
    readonly from: number
    readonly to: number
    readonly forecasts: number
    readonly probability: number | null
    readonly hit_rate: number | null
  }[]
}

/** A figure with its 95 % interval. */
export type Sampled = {
  readonly value: number
  readonly low: number | null
  readonly high: number | null
}

/** The first error of the last run that had one, with its logical time. */
export type FeedError = {
  readonly at: string
  readonly code: string
  readonly text: string
}

/** A field of the bodies of a feed that is not what it always was. A warning: no body is refused for it. */
export type FeedDrift = {
  readonly field: string
  readonly change: 'new' | 'missing' | 'retyped'
  readonly since: string
  readonly text: string
}

/** A document that is not published because there is no data for it. */
export type Absent = {
  /** For example `briefing/btc.pulse`, `metric/vix` or `treasuries/MSTR`. */
  readonly place: string
  /** True if no refresh of this server will bring it (404 NOT_OFFERED), else 503 NOT_PUBLISHED. */
  readonly never: boolean
  readonly why: string
}

/** An OpenAPI document. */
export type Description = {
  readonly openapi: '3.0.3'
}

/** What the current edition contains. */
export type BriefingCatalogue = {
  readonly count: number
  /** True if the figures are invented. */
  readonly sample: boolean
  readonly briefings: readonly BriefingListing[]
  /** Documents that are not published because there is no data for them. `never`: no refresh of this server will bring it. */
  readonly absent: readonly AbsentListing[]
}

export type BriefingListing = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly tier: 'free' | 'basic' | 'pro'
  readonly price: Price
  readonly path: string
  readonly first_date: string
  readonly last_date: string
  readonly updated_at: string
  /** fresh, late or stale: freshness of its latest reading now. */
  readonly freshness: string
  readonly bytes: {
    readonly markdown: number
    readonly json: number
  }
  readonly metrics: readonly string[]
}

/** The price of one call. */
export type Price = {
  /** US dollars as a decimal string. */
  readonly usd: string
  /** The same price in base units of USDC (millionths of a dollar). */
  readonly base_units: string
}

export type AbsentListing = {
  readonly id: string
  readonly never: boolean
  readonly why: string
}

/** What the current edition contains. */
export type MetricCatalogue = {
  /** Metrics on offer; of the category, where one is named. */
  readonly count: number
  /** True if the figures are invented. */
  readonly sample: boolean
  readonly categories: readonly {
    readonly id: string
    readonly title: string
    readonly count: number
  }[]
  readonly free_key: string
  readonly pro_only_metrics: readonly string[]
  readonly metrics: readonly MetricListing[]
  /** Which page this is; absent if none was asked for. */
  readonly page?: number
  /** How many pages there are. */
  readonly pages?: number
  /** Documents that are not published because there is no data for them. `never`: no refresh of this server will bring it. */
  readonly absent: readonly AbsentListing[]
}

export type MetricListing = {
  readonly metric: string
  readonly title: string
  readonly description: string
  readonly why: string
  readonly category: string
  readonly unit: string
  readonly cadence: string
  readonly source: string
  readonly polarity: string
  readonly pro_only: boolean
  readonly price: Price
  readonly path: string
  readonly used_in: readonly string[]
  readonly method_version: string
}

/** The values of a metric as known on a day, one row per period, oldest first. */
export type MetricHistory = {
  readonly metric: string
  readonly title: string
  readonly category: string
  readonly unit: string
  readonly source: {
    readonly id: string
    readonly name: string
    readonly series: string
    readonly url: string | null
  }
  /** Version of the formulas and of the metric. */
  readonly method: string
  /** First period selected: as requested, or else the first one available to the caller. */
  readonly from: string
  /** Last period selected. */
  readonly to: string
  /** The values are those known at the end of this day (UTC). */
  readonly as_of: string
  readonly computed_at: string
  readonly sample: boolean
  readonly notices: readonly string[]
  readonly rows: readonly HistoryRow[]
}

export type HistoryRow = {
  readonly period: string
  readonly value: number
  /** When the value became known: for a calculated metric, when the last of its inputs did. */
  readonly known_at: string
  readonly known_basis: 'filed' | 'reported' | 'deadline'
}

/** One page of change events, oldest first. An event carries no figure. */
export type EventPage = {
  readonly events: readonly (StateChanged | ReleasePublished | CompanyNews)[]
  /** Where the next read begins. */
  readonly next_cursor: string
  readonly has_more: boolean
  /** What to ask instead, where nothing matches and no company is named. */
  readonly note?: string
  /** What the read names in vain: companies that no list has, cursors of no event, types that are not made yet. */
  readonly notes?: readonly string[]
  /** True if the events are invented. */
  readonly sample: boolean
}

/** The state label of a briefing changed. */
export type StateChanged = {
  /** Cursor of the event: later events have larger ones. */
  readonly id: string
  /** When it happened: the first day of a new state, the scheduled time (UTC) of a release (or when it was first recorded, if that was earlier), or the time or day of a filing. */
  readonly happened_at: string
  /** When this server published it. */
  readonly known_at: string
  /** Where the rule that made it is written down. */
  readonly rule: string
  /** Where what it concerns can be read now. */
  readonly fetch: string
  readonly type: 'state.changed'
  readonly briefing: string
  /** State label before. */
  readonly from: string
  /** State label now. */
  readonly to: string
  /** The past day whose label was revised; absent where the current one changed. */
  readonly revised?: string
}

/** A tracked release became known. */
export type ReleasePublished = {
  /** Cursor of the event: later events have larger ones. */
  readonly id: string
  /** When it happened: the first day of a new state, the scheduled time (UTC) of a release (or when it was first recorded, if that was earlier), or the time or day of a filing. */
  readonly happened_at: string
  /** When this server published it. */
  readonly known_at: string
  /** Where the rule that made it is written down. */
  readonly rule: string
  /** Where what it concerns can be read now. */
  readonly fetch: string
  readonly type: 'release.published'
  /** Which release, such as fed-balance-sheet. */
  readonly release: string
  /** Which of several of one day: term and CUSIP of an auction. */
  readonly about?: string
  /** What it is about: the last day of its week, or the day of a decision or auction. */
  readonly period: string
}

/** A company has filed. Only reads that name the company get it. */
export type CompanyNews = {
  /** Cursor of the event: later events have larger ones. */
  readonly id: string
  /** When it happened: the first day of a new state, the scheduled time (UTC) of a release (or when it was first recorded, if that was earlier), or the time or day of a filing. */
  readonly happened_at: string
  /** When this server published it. */
  readonly known_at: string
  /** Where the rule that made it is written down. */
  readonly rule: string
  /** Where what it concerns can be read now. */
  readonly fetch: string
  readonly type: 'company.news'
  /** Address of the company: its ticker or securities code. */
  readonly company: string
  /** The id of the filing, as in the news records. */
  readonly record: string
  /** All kinds the filing is of; empty while its items are not known. */
  readonly kinds: readonly ('earnings-release' | 'material-event' | 'leadership-change' | 'ownership-report')[]
}

/** News records of a window. */
export type NewsPage = {
  /** The company that was asked about. */
  readonly about: {
    readonly company: string
    readonly codes: readonly string[]
    readonly name: string
  } | null
  /** First and last date of the records. */
  readonly window: {
    readonly since: string
    readonly until: string
  }
  /** Newest date first; within a date those with a time first, newest first, then those of the day alone. */
  readonly records: readonly NewsRecord[]
  /** The sources that were read. */
  readonly coverage: string
  /** The required notice of each source whose records are in the answer. */
  readonly notices: readonly string[]
  readonly note: string
  /** Sources that were not read, and why. */
  readonly not_read: readonly string[]
  /** True if the records are invented. */
  readonly sample: boolean
}

/** A filing of a company, or a document of an agency or a central bank. */
export type NewsRecord = {
  /** The id the source gives it, such as an accession number. */
  readonly id: string
  readonly source: string
  readonly source_name: string
  readonly kind: 'filed' | 'official'
  /** All kinds a filing is of; empty for an official document, and for a filing whose items were not read. */
  readonly news_kinds: readonly ('earnings-release' | 'material-event' | 'leadership-change' | 'ownership-report')[]
  /** As the source shows it, in its own time zone. */
  readonly date: string
  /** Local time as the source shows it; null if it shows the day alone. */
  readonly time: string | null
  readonly time_zone: string | null
  /** The same time in UTC. */
  readonly at: string | null
  readonly title: string
  /** Title in the language of the document, if that is not English. */
  readonly title_as_filed: string | null
  readonly form: string | null
  /** Items of an 8-K, or the reasons of an extraordinary report. */
  readonly items: readonly string[]
  readonly companies: readonly {
    /** Issuer id: the market and its number there. */
    readonly company: string
    /** Ticker or securities code; null if no list names one. */
    readonly code: string | null
    readonly name: string | null
  }[]
  readonly link: string
  readonly language: string
  /** True if the source says that the document was withdrawn. */
  readonly withdrawn: boolean
  /** True if the source corrected its entry later. */
  readonly corrected: boolean
  /** When it was first read. */
  readonly known_at: string
}

export type ErrorList = {
  readonly count: number
  readonly errors: readonly {
    readonly error: ErrorCode
    readonly status: number
    readonly meaning: string
  }[]
}

export type ErrorCode = 'INVALID_REQUEST' | 'INVALID_FORMAT' | 'INVALID_PART' | 'INVALID_DATE' | 'INVALID_TICKER' | 'MISSING_PARAMETER' | 'REPEATED_PARAMETER' | 'UNKNOWN_PARAMETER' | 'SEVERAL_CREDENTIALS' | 'VALIDATION_ERROR' | 'WEBHOOK_ADDRESS' | 'KEY_REQUIRED' | 'SIGN_IN_FAILED' | 'KEY_INVALID' | 'PAYMENT_REQUIRED' | 'ACCOUNT_SUSPENDED' | 'PLAN_REQUIRED' | 'SCOPE_REQUIRED' | 'ADDRESS_UNPROVED' | 'FOREIGN_FORM' | 'SIGN_UP_CLOSED' | 'NOT_FOUND' | 'NOT_OFFERED' | 'NOT_ON_RECORD' | 'CLAIM_NOT_FOUND' | 'WEBHOOK_NOT_FOUND' | 'DELIVERY_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REQUEST_TIMEOUT' | 'WEBHOOK_LIMIT' | 'WEBHOOK_STATE' | 'FORM_TOO_LARGE' | 'BODY_TOO_LARGE' | 'URI_TOO_LONG' | 'EXPECTATION_FAILED' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'CLAIM_RATE_LIMITED' | 'SIGN_IN_LIMITED' | 'HEADERS_TOO_LARGE' | 'INTERNAL_ERROR' | 'DATA_STALE' | 'ARCHIVE_UNAVAILABLE' | 'NOT_PUBLISHED' | 'PAYMENT_BUSY' | 'PAYMENT_PENDING' | 'PAYMENT_UNAVAILABLE' | 'CLAIM_CAPACITY' | 'STATE_UNAVAILABLE' | 'NOT_READY'

/** A payment accepted for the call (x402 v2, scheme exact). */
export type AcceptedPayment = {
  readonly scheme: 'exact'
  readonly network: string
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
  readonly extra: Readonly<Record<string, unknown>>
}

export type Health = {
  readonly status: 'ok' | 'degraded' | 'down'
  readonly time: string
  readonly edition: string | null
  readonly checks: readonly HealthCheck[]
}

export type HealthCheck = {
  readonly name: string
  readonly status: 'ok' | 'degraded' | 'down'
  readonly detail: string
}

/** Payments currently accepted. */
export type PaymentStatus = {
  readonly enabled: boolean
  /** Play money on a test network. */
  readonly sandbox: boolean
  readonly x402: {
    readonly version: 2
    readonly networks: readonly {
      readonly network: string
      readonly title: string
      readonly test: boolean
      readonly asset: string
      readonly pay_to: string
      readonly ready: boolean
    }[]
  }
  readonly mpp: {
    readonly version: '1.0'
    readonly intent: 'charge'
    readonly method: 'evm'
    readonly network: string
    readonly realm: string
  } | null
  readonly facilitator: {
    readonly reachable: boolean
    readonly checked_at: string | null
  }
}

/** Feeds and briefings of the current edition, judged now: a state changes when data that was due has not arrived. */
export type Status = {
  readonly edition: string
  readonly published_at: string
  readonly feeds: readonly ServedFeed[]
  readonly briefings: readonly {
    readonly id: string
    readonly as_of: string
    readonly freshness: string
  }[]
  readonly absent: readonly Absent[]
}

export type ServedFeed = {
  readonly feed: string
  readonly title: string
  readonly upstream: string
  /** Resale of documents based on it: free; attribution (with its notice); licence (requires a licence). */
  readonly licence: 'free' | 'attribution' | 'licence'
  /** How often it is read, besides the daily run that reads every feed. */
  readonly cadence: string
  /** Newest period of its series; null if it has none. */
  readonly newest: string | null
  readonly last_read_at: string | null
  /** fresh, late or stale, like the data of the feed; held (bodies or values await a decision); off (a credential is not set); unread. */
  readonly status: string
  readonly next_due_at: string | null
  readonly note: string | null
  /** The last error; null once the feed was read without one. */
  readonly last_error: FeedError | null
  /** Changes of its contract within the last 30 days. */
  readonly drift: readonly FeedDrift[]
  /** Null while no run is known to this server. */
  readonly last_run: FeedRun | null
}

/** The newest run that read the feed: its end, the responses it read, the rows of those that were new, and how many requests failed or were refused. */
export type FeedRun = {
  readonly at: string
  readonly recordings: number
  readonly rows: number
  readonly failures: number
}

/** `interface` is the version of the interface specification implemented. */
export type Version = {
  readonly name: string
  readonly version: string
  readonly interface: string
  readonly commit: string | null
}

/** What an agent says of itself. The person sees it as the words of a stranger. */
export type ClaimRequest = {
  /** Name of the client, without a URL. The key is named after it. */
  readonly client_name?: string
  /** What the key is for, in words for the person who decides. */
  readonly purpose?: string
  /** Version of the client, without a URL. */
  readonly client_version?: string
}

export type ClaimCreated = {
  /** Short code that the approval page shows too. */
  readonly claim_code: string
  /** Secret to poll with, sent only in this answer. */
  readonly claim_token: string
  readonly status: 'pending'
  /** Page for the person. The agent does not open it. */
  readonly approve_url: string
  readonly expires_at: string
  /** Seconds until then. */
  readonly expires_in: number
  readonly poll: {
    readonly url: string
    readonly method: 'GET'
    readonly header: string
    readonly interval_seconds: number
  }
  readonly instructions: string
  /** Present only while calls can be paid for without a key. */
  readonly without_a_human?: {
    readonly summary: string
    readonly quickstart: string
  }
  readonly docs: string
}

export type ClaimPolled = {
  readonly status: 'pending' | 'approved' | 'denied' | 'expired' | 'delivered'
  /** Short code that the approval page shows too. */
  readonly claim_code: string
  /** Seconds between two polls, while there is reason to poll. */
  readonly poll_interval?: number
  /** While pending. Later than before if the person has the page open. */
  readonly expires_at?: string
  readonly expires_in?: number
  /** The key. Only in the first answer after the approval. */
  readonly api_key?: string
  readonly delivered_once?: boolean
  readonly key?: {
    readonly id: string
    readonly name: string
    readonly prefix: string
    readonly scopes: readonly 'read'[]
  }
  /** Plan and limits of the account that approved. */
  readonly account?: {
    readonly tier: 'free' | 'basic' | 'pro' | 'enterprise'
    readonly limits: {
      readonly per_hour: number
      readonly per_day: number
    }
  }
  readonly how_to_use?: {
    readonly authorization: string
    readonly x_api_key: string
    readonly example: string
    readonly note: string
  }
  /** Why an approved claim has no key yet. The approval stands. */
  readonly error?: 'KEY_ISSUE_FAILED' | 'KEY_LIMIT_REACHED'
  readonly message?: string
  /** Seconds to wait. Absent if waiting alone does not help. */
  readonly retry_after?: number
  readonly active_keys?: number
  readonly max_keys?: number
  /** What to do next. */
  readonly next?: string
  readonly docs: string
}

/** An address to register. Any other member is refused. */
export type WebhookRequest = {
  /** https address that events are posted to, on port 443 or 8443. */
  readonly url: string
  /** Types of events; all if absent. Names as in the parameter types of GET /api/events. */
  readonly types?: readonly string[]
  /** Companies whose events are wanted too. */
  readonly companies?: readonly string[]
  /** Kinds of news of companies; all but ownership-report if absent. */
  readonly kinds?: readonly string[]
}

/** A registered address. */
export type Webhook = {
  readonly id: string
  readonly url: string
  readonly state: 'active' | 'paused' | 'disabled'
  /** Why it was disabled: it answered 410, or the last try failed and nothing arrived meanwhile. */
  readonly reason?: 'gone' | 'failing'
  /** Since when it has been in this state. */
  readonly changed_at: string
  /** As registered; null for all. */
  readonly types: readonly string[] | null
  readonly companies: readonly string[] | null
  readonly kinds: readonly string[] | null
  /** Verifies signatures v1a (ed25519): whpk_ and base64 of 32 bytes. */
  readonly public_key: string
  /** Verifies signatures v1. Only in the answer to a registration or a rotation. */
  readonly secret?: string
  /** Until then the previous secret signs too. */
  readonly previous_secret_until?: string
  /** Attempts that failed in a row. */
  readonly failures: number
  readonly last_delivered_at: string | null
  readonly created_at: string
}

export type WebhookList = {
  readonly count: number
  readonly webhooks: readonly Webhook[]
}

/** One message to one address. */
export type WebhookDelivery = {
  /** Id of the message, the same in every attempt: the header webhook-id. */
  readonly id: string
  readonly type: string
  /** Id of the event; null for a test. */
  readonly event: string | null
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly last_attempt_at: string | null
  /** Status of the last answer. Nothing else of an answer is kept. */
  readonly status: number | null
  /** Why the last attempt had no answer. address: the name led to an address that is not public. */
  readonly fault: 'timeout' | 'connection' | 'certificate' | 'name' | 'address' | null
  /** Milliseconds that the last attempt took. */
  readonly ms: number | null
  readonly delivered_at: string | null
  readonly created_at: string
}

/** The newest first. */
export type WebhookDeliveries = {
  readonly count: number
  readonly deliveries: readonly WebhookDelivery[]
}

export type WebhookDeleted = {
  readonly id: string
  readonly deleted: true
}

export type BadRequest = {
  readonly error: 'INVALID_REQUEST'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type RequestTimeout = {
  readonly error: 'REQUEST_TIMEOUT'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type URITooLong = {
  readonly error: 'URI_TOO_LONG'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ExpectationFailed = {
  readonly error: 'EXPECTATION_FAILED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type RequestHeaderFieldsTooLarge = {
  readonly error: 'HEADERS_TOO_LARGE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type InternalServerError = {
  readonly error: 'INTERNAL_ERROR'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ServiceUnavailable = {
  readonly error: 'STATE_UNAVAILABLE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type Forbidden = {
  readonly error: 'SCOPE_REQUIRED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type NotFound = {
  readonly error: 'NOT_FOUND' | 'CLAIM_NOT_FOUND'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type TooManyRequests = {
  readonly error: 'SIGN_IN_LIMITED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type BadRequestOfPages = {
  readonly error: 'INVALID_REQUEST' | 'INVALID_FORMAT' | 'REPEATED_PARAMETER'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type NotFoundOfPages = {
  readonly error: 'NOT_FOUND'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ServiceUnavailableOfSystem = {
  readonly error: 'NOT_READY'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type BadRequestOfMetrics = {
  readonly error: 'INVALID_REQUEST' | 'INVALID_FORMAT' | 'REPEATED_PARAMETER' | 'UNKNOWN_PARAMETER' | 'SEVERAL_CREDENTIALS'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type NotFoundOfMetrics = {
  readonly error: 'NOT_OFFERED' | 'NOT_FOUND'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ServiceUnavailableOfMetrics = {
  readonly error: 'NOT_PUBLISHED' | 'NOT_READY' | 'STATE_UNAVAILABLE' | 'PAYMENT_BUSY' | 'PAYMENT_PENDING' | 'PAYMENT_UNAVAILABLE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type Unauthorized = {
  readonly error: 'KEY_REQUIRED' | 'KEY_INVALID'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ForbiddenOfMetrics = {
  readonly error: 'ACCOUNT_SUSPENDED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type TooManyRequestsOfMetrics = {
  readonly error: 'RATE_LIMITED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type PaymentRequired = {
  readonly error: 'PAYMENT_REQUIRED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
  /** The problem type, a URI of the Payment scheme. */
  readonly type: string
  readonly title: string
  readonly detail: string
  readonly challengeId?: string
  readonly x402Version?: 2
  readonly resource?: {
    readonly url: string
    readonly description: string
    readonly mimeType: string
  }
  readonly accepts?: readonly AcceptedPayment[]
  readonly extensions?: Readonly<Record<string, unknown>>
  readonly mpp?: {
    readonly version: '1.0'
    readonly intent: 'charge'
    readonly method: 'evm'
    readonly realm: string
  } | null
}

export type NotFoundOfTreasuries = {
  readonly error: 'NOT_OFFERED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ForbiddenOfTreasuries = {
  readonly error: 'ACCOUNT_SUSPENDED' | 'PLAN_REQUIRED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
  readonly plan?: 'free' | 'basic' | 'pro' | 'enterprise'
  readonly needs?: 'free' | 'basic' | 'pro' | 'enterprise'
  readonly without_key?: {
    readonly price_usd: string
  }
}

export type BadRequestOfTreasuries = {
  readonly error: 'INVALID_REQUEST' | 'INVALID_FORMAT' | 'REPEATED_PARAMETER' | 'UNKNOWN_PARAMETER' | 'SEVERAL_CREDENTIALS' | 'INVALID_TICKER'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type BadRequestOfContext = {
  readonly error: 'INVALID_REQUEST' | 'INVALID_FORMAT' | 'REPEATED_PARAMETER' | 'UNKNOWN_PARAMETER' | 'SEVERAL_CREDENTIALS' | 'INVALID_DATE' | 'INVALID_PART' | 'MISSING_PARAMETER'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type NotFoundOfContext = {
  readonly error: 'NOT_OFFERED' | 'NOT_ON_RECORD' | 'NOT_FOUND'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ServiceUnavailableOfContext = {
  readonly error: 'NOT_PUBLISHED' | 'NOT_READY' | 'STATE_UNAVAILABLE' | 'PAYMENT_BUSY' | 'PAYMENT_PENDING' | 'PAYMENT_UNAVAILABLE' | 'ARCHIVE_UNAVAILABLE' | 'DATA_STALE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type BadRequestOfShortURLs = {
  readonly error: 'INVALID_REQUEST' | 'INVALID_FORMAT' | 'REPEATED_PARAMETER' | 'UNKNOWN_PARAMETER' | 'SEVERAL_CREDENTIALS' | 'INVALID_DATE' | 'INVALID_PART'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type NotFoundOfShortURLs = {
  readonly error: 'NOT_OFFERED' | 'NOT_ON_RECORD'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ServiceUnavailableOfGetCalibration = {
  readonly error: 'NOT_PUBLISHED' | 'NOT_READY'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type BadRequestOfGetMetricHistory = {
  readonly error: 'INVALID_REQUEST' | 'INVALID_FORMAT' | 'REPEATED_PARAMETER' | 'UNKNOWN_PARAMETER' | 'SEVERAL_CREDENTIALS' | 'INVALID_DATE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ForbiddenOfWebhooks = {
  readonly error: 'ACCOUNT_SUSPENDED' | 'PLAN_REQUIRED' | 'SCOPE_REQUIRED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
  readonly plan?: 'free' | 'basic' | 'pro' | 'enterprise'
  readonly needs?: 'free' | 'basic' | 'pro' | 'enterprise'
  readonly without_key?: {
    readonly price_usd: string
  }
}

export type BadRequestOfWebhooks = {
  readonly error: 'INVALID_REQUEST' | 'VALIDATION_ERROR' | 'WEBHOOK_ADDRESS'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ForbiddenOfCreateWebhook = {
  readonly error: 'ACCOUNT_SUSPENDED' | 'PLAN_REQUIRED' | 'SCOPE_REQUIRED' | 'ADDRESS_UNPROVED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
  readonly plan?: 'free' | 'basic' | 'pro' | 'enterprise'
  readonly needs?: 'free' | 'basic' | 'pro' | 'enterprise'
  readonly without_key?: {
    readonly price_usd: string
  }
}

export type PayloadTooLarge = {
  readonly error: 'BODY_TOO_LARGE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type Conflict = {
  readonly error: 'WEBHOOK_LIMIT'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type UnprocessableEntity = {
  readonly error: 'IDEMPOTENCY_KEY_REUSED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type NotFoundOfWebhooks = {
  readonly error: 'WEBHOOK_NOT_FOUND'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ConflictOfWebhooks = {
  readonly error: 'WEBHOOK_STATE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type NotFoundOfReplayDelivery = {
  readonly error: 'WEBHOOK_NOT_FOUND' | 'DELIVERY_NOT_FOUND'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type BadRequestOfGetNews = {
  readonly error: 'INVALID_REQUEST' | 'INVALID_FORMAT' | 'REPEATED_PARAMETER' | 'UNKNOWN_PARAMETER' | 'INVALID_DATE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ServiceUnavailableOfGetNews = {
  readonly error: 'STATE_UNAVAILABLE' | 'NOT_READY' | 'NOT_PUBLISHED' | 'ARCHIVE_UNAVAILABLE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type BadRequestOfKeysforagents = {
  readonly error: 'INVALID_REQUEST' | 'VALIDATION_ERROR'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type TooManyRequestsOfKeysforagents = {
  readonly error: 'RATE_LIMITED' | 'CLAIM_RATE_LIMITED'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type ServiceUnavailableOfKeysforagents = {
  readonly error: 'CLAIM_CAPACITY' | 'STATE_UNAVAILABLE'
  /** What is wrong, and what to do next. */
  readonly message: string
  readonly status: number
  readonly request_id: string
  readonly docs: string
  /** The invalid parameter or header. */
  readonly field?: string
  /** Seconds to wait before retrying. */
  readonly retry_after?: number
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

export type GetFrontPage = {
  readonly parameters: Readonly<Record<string, never>>
  readonly documents: {
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequest }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
}

export type GetLlmsTxt = {
  readonly parameters: Readonly<Record<string, never>>
  readonly documents: {
    readonly text: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequest }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
}

export type GetSignIn = {
  readonly parameters: Readonly<Record<string, never>>
  readonly documents: {
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequest }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailable }
}

export type GetClaimPage = {
  readonly parameters: {
    /** The code of the claim. */
    readonly claim_code: string
  }
  readonly documents: {
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequest }
    | { readonly status: 403; readonly error: Forbidden }
    | { readonly status: 404; readonly error: NotFound }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequests }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailable }
}

export type GetErrorList = {
  readonly parameters: {
    /** If omitted, the Accept header chooses between markdown, json and html; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json' | 'html'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: ErrorList
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
}

export type GetMethodology = {
  readonly parameters: Readonly<Record<string, never>>
  readonly documents: {
    readonly markdown: string
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequest }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
}

export type GetDoc = {
  readonly parameters: {
    /** A page of the documentation; GET /docs lists them. */
    readonly page: string
  }
  readonly documents: {
    readonly markdown: string
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequest }
    | { readonly status: 404; readonly error: NotFoundOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
}

export type GetDescription = {
  readonly parameters: Readonly<Record<string, never>>
  readonly documents: {
    readonly json: Description
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequest }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
}

export type GetHealth = {
  readonly parameters: {
    /** If omitted, the Accept header chooses between markdown and json; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: Health
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: string }
}

export type GetStatus = {
  readonly parameters: {
    /** If omitted, the Accept header chooses between markdown, json and html; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json' | 'html'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: Status
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfSystem }
}

export type GetVersion = {
  readonly parameters: {
    /** If omitted, the Accept header chooses between markdown and json; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: Version
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
}

export type GetPaymentStatus = {
  readonly parameters: {
    /** If omitted, the Accept header chooses between markdown and json; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: PaymentStatus
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
}

export type ListBriefings = {
  readonly parameters: {
    /** If omitted, the Accept header chooses between markdown and json; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: BriefingCatalogue
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfSystem }
}

export type ListMetrics = {
  readonly parameters: {
    /** One category (default: all). */
    readonly category?: 'bitcoin' | 'ether' | 'macro' | 'bonds' | 'equities' | 'commodities' | 'treasuries'
    /** A page of 100 metrics (default: all metrics). */
    readonly page?: number
    /** If omitted, the Accept header chooses between markdown and json; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: MetricCatalogue
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfSystem }
}

export type GetMetric = {
  readonly parameters: {
    /** Name of a metric; GET /api/metrics lists them. */
    readonly metric: string
    /** If omitted, the Accept header chooses between markdown, json and html; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json' | 'html'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: Metric
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfMetrics }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 402; readonly error: PaymentRequired }
    | { readonly status: 403; readonly error: ForbiddenOfMetrics }
    | { readonly status: 404; readonly error: NotFoundOfMetrics }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfMetrics }
}

export type ListTreasuries = {
  readonly parameters: {
    /** If omitted, the Accept header chooses between markdown, json and html; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json' | 'html'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: TreasuryList
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfMetrics }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 402; readonly error: PaymentRequired }
    | { readonly status: 403; readonly error: ForbiddenOfTreasuries }
    | { readonly status: 404; readonly error: NotFoundOfTreasuries }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfMetrics }
}

export type GetTreasury = {
  readonly parameters: {
    /** Ticker of a company on the roster, in upper or lower case. */
    readonly ticker: string
    /** If omitted, the Accept header chooses between markdown, json and html; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json' | 'html'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: Treasury
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfTreasuries }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 402; readonly error: PaymentRequired }
    | { readonly status: 403; readonly error: ForbiddenOfTreasuries }
    | { readonly status: 404; readonly error: NotFoundOfMetrics }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfMetrics }
}

export type GetContext = {
  readonly parameters: {
    /** Id of a briefing; GET /api/briefings lists them. */
    readonly briefing: string
    /** A past day on record (default: the current document). How far back a key can read depends on its plan; a paid call can read any day. */
    readonly date?: string
    /** The short form instead of the whole document, at the same price: headline, state, signal, summary, what would change the state, and the next releases. As JSON or as Markdown of fewer than 150 tokens. */
    readonly part?: 'summary'
    /** If omitted, the Accept header chooses between markdown, json and html; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json' | 'html'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: Briefing
    readonly html: string
  }
  /** With `part=summary`. */
  readonly short: {
    readonly markdown: string
    readonly json: BriefingSummary
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfContext }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 402; readonly error: PaymentRequired }
    | { readonly status: 403; readonly error: ForbiddenOfTreasuries }
    | { readonly status: 404; readonly error: NotFoundOfContext }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfContext }
}

export type GetBtcQuickCheck = {
  readonly parameters: {
    /** A past day on record (default: the current document). How far back a key can read depends on its plan; a paid call can read any day. */
    readonly date?: string
    /** The short form instead of the whole document, at the same price: headline, state, signal, summary, what would change the state, and the next releases. As JSON or as Markdown of fewer than 150 tokens. */
    readonly part?: 'summary'
    /** If omitted, the Accept header chooses between markdown, json and html; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json' | 'html'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: Briefing
    readonly html: string
  }
  /** With `part=summary`. */
  readonly short: {
    readonly markdown: string
    readonly json: BriefingSummary
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfShortURLs }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 402; readonly error: PaymentRequired }
    | { readonly status: 403; readonly error: ForbiddenOfTreasuries }
    | { readonly status: 404; readonly error: NotFoundOfShortURLs }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfContext }
}

export type GetCalibration = {
  readonly parameters: {
    /** If omitted, the Accept header chooses between markdown, json and html; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json' | 'html'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: Calibration
    readonly html: string
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfGetCalibration }
}

export type GetMetricHistory = {
  readonly parameters: {
    /** Name of a metric; GET /api/metrics lists them. */
    readonly metric: string
    /** First period (default: the first one, or the first day of history that the plan of the key includes). */
    readonly from?: string
    /** Last period (default: the last one). */
    readonly to?: string
    /** The values as they were known at the end of this day, UTC (default: the day of the edition). Revisions that became known later are not in them. */
    readonly as_of?: string
    /** If omitted, the Accept header chooses between json, csv and arrow; if it names none of them, the default is sent. */
    readonly format?: 'json' | 'csv' | 'arrow'
  }
  readonly documents: {
    readonly json: MetricHistory
    readonly csv: string
    readonly arrow: Uint8Array
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfGetMetricHistory }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 402; readonly error: PaymentRequired }
    | { readonly status: 403; readonly error: ForbiddenOfTreasuries }
    | { readonly status: 404; readonly error: NotFoundOfContext }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfContext }
}

export type GetEvents = {
  readonly parameters: {
    /** The next_cursor of the read before (default: begin 24 hours back). */
    readonly cursor?: string
    /** Separated by commas: state.changed, release.published, company.figures_updated, company.situation_changed, company.news. Default: all. Only state.changed, release.published, company.news are made so far. */
    readonly types?: string
    /** Companies whose events are wanted too, by ticker, securities code, CIK or issuer id, separated by commas, at most 200. Those of others are left out. */
    readonly companies?: string
    /** Kinds of news of companies. Separated by commas: earnings-release, material-event, leadership-change, ownership-report. Default: all but ownership-report. */
    readonly kinds?: string
    /** Most events of the page. */
    readonly limit?: number
    /** Seconds to wait for an event where there is none yet. Nothing is counted or charged until the answer. At most 1,000 reads of one network may wait at a time. */
    readonly wait?: number
    /** If omitted, the Accept header chooses between markdown and json; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: EventPage
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfMetrics }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 402; readonly error: PaymentRequired }
    | { readonly status: 403; readonly error: ForbiddenOfTreasuries }
    | { readonly status: 404; readonly error: NotFoundOfTreasuries }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfMetrics }
}

export type ListWebhooks = {
  readonly parameters: Readonly<Record<string, never>>
  readonly documents: {
    readonly json: WebhookList
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequest }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 403; readonly error: ForbiddenOfWebhooks }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailable }
}

export type ListDeliveries = {
  readonly parameters: {
    /** Id of the webhook. */
    readonly webhook: string
  }
  readonly documents: {
    readonly json: WebhookDeliveries
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequest }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 403; readonly error: ForbiddenOfWebhooks }
    | { readonly status: 404; readonly error: NotFoundOfWebhooks }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailable }
}

export type GetNews = {
  readonly parameters: {
    /** One company by its ticker (USA), securities code (Japan), CIK, or issuer id as news prints it (us:0000320193): its filings alone. An ISIN is accepted where a source that is read lists one. Default: every company and agency. */
    readonly about?: string
    /** Filings of companies, or documents of agencies and central banks. Default: both. */
    readonly kind?: 'filed' | 'official'
    /** First date of the window, which has at most 92 days. Default: seven days before the last. */
    readonly since?: string
    /** Last date of the window. Default: today (UTC). */
    readonly until?: string
    /** Only records dated on or before this date; used in place of until. */
    readonly as_of?: string
    /** Most records of the answer. */
    readonly limit?: number
    /** If omitted, the Accept header chooses between markdown and json; if it names none of them, the default is sent. */
    readonly format?: 'markdown' | 'json'
  }
  readonly documents: {
    readonly markdown: string
    readonly json: NewsPage
  }
  readonly refusals:
    | { readonly status: 400; readonly error: BadRequestOfGetNews }
    | { readonly status: 401; readonly error: Unauthorized }
    | { readonly status: 403; readonly error: ForbiddenOfMetrics }
    | { readonly status: 404; readonly error: NotFoundOfPages }
    | { readonly status: 408; readonly error: RequestTimeout }
    | { readonly status: 414; readonly error: URITooLong }
    | { readonly status: 417; readonly error: ExpectationFailed }
    | { readonly status: 429; readonly error: TooManyRequestsOfMetrics }
    | { readonly status: 431; readonly error: RequestHeaderFieldsTooLarge }
    | { readonly status: 500; readonly error: InternalServerError }
    | { readonly status: 503; readonly error: ServiceUnavailableOfGetNews }
}

/** What each operation takes and answers with. */
export interface Operations {
  /** /: Front page. Titles, states and dates of the briefings. */
  readonly getFrontPage: GetFrontPage
  /** /llms.txt: Guide for agents. What is served, how to get access, and where the rest is documented, in Markdown (llms.txt). */
  readonly getLlmsTxt: GetLlmsTxt
  /** /prices: Prices and keys. What a call and a key include, how to get a key, and how to pay for a call. */
  readonly getPrices: GetFrontPage
  /** /sign-in: Sign-in form. Where a person signs in, or enters a key once, so that a browser reads pages. For browsers: programs send a key with each request. */
  readonly getSignIn: GetSignIn
  /** /sign-up: Sign-up form. Where a person creates an account of the free plan. For browsers. */
  readonly getSignUp: GetSignIn
  /** /claim/{claim_code}: Approval of a claim. Where a person who is signed in sees which agent asks for a key, and approves or denies. For browsers. */
  readonly getClaimPage: GetClaimPage
  /** /docs/api: API reference. This description as a page. */
  readonly getReference: GetFrontPage
  /** /docs/errors: Error codes. Every error code, its HTTP status and its meaning. */
  readonly getErrorList: GetErrorList
  /** /docs/methodology: Methodology. How every figure is calculated: formulas, thresholds and their sources. */
  readonly getMethodology: GetMethodology
  /** /docs: Documentation. The pages of the documentation. */
  readonly getDocs: GetMethodology
  /** /docs/{page}: A page of the documentation. A guide or a reference, as Markdown, or as HTML for a browser. */
  readonly getDoc: GetDoc
  /** /api/openapi/spec.json: OpenAPI description. OpenAPI 3.0.3. */
  readonly getDescription: GetDescription
  /** /openapi.json: OpenAPI description, at the path where payment clients look for it. OpenAPI 3.0.3. */
  readonly getDescriptionAtRoot: GetDescription
  /** /api/health: Health. Answers 200 while documents can be served, even if degraded, and 503 otherwise. */
  readonly getHealth: GetHealth
  /** /api/status: Status of feeds and briefings. The state of every feed and briefing, judged at the time of the request; as a page, the feeds with their licence, last run, last error and changes of their contract. */
  readonly getStatus: GetStatus
  /** /api/version: Version. Version of the program and of the interface. */
  readonly getVersion: GetVersion
  /** /api/x402/status: Accepted payments. Networks and protocols currently accepted as payment for a single call. */
  readonly getPaymentStatus: GetPaymentStatus
  /** /api/briefings: Catalogue of briefings. Every briefing with its tier, price and days on record. */
  readonly listBriefings: ListBriefings
  /** /api/metrics: Catalogue of metrics. Every metric with its inputs; `pro_only_metrics` lists those that only Pro reads in full. */
  readonly listMetrics: ListMetrics
  /** /api/metrics/{metric}: A metric. A free key reads the bitcoin category in full and the latest reading of every other metric. A basic key reads every metric in full except those in `pro_only_metrics`. A pro key or a paid call reads all in full. */
  readonly getMetric: GetMetric
  /** /api/treasuries: Bitcoin treasuries of listed companies. Requires the Pro plan. Rows do not sum to the total because estimates are rounded and excluded from it; the roster is a curated subset, so the total understates the market. */
  readonly listTreasuries: ListTreasuries
  /** /api/treasuries/{ticker}: The bitcoin treasury of one company. Requires the Pro plan. Holding, financing and mNAV, every figure with its date and filing. */
  readonly getTreasury: GetTreasury
  /** /api/context: A briefing. The price depends on the tier of the briefing: free 0.02 USD, basic 0.03 USD, pro 0.05 USD. */
  readonly getContext: GetContext
  /** /api/btc: Bitcoin Quick Check. Bitcoin price, net dollar liquidity and the correlation between them. Tier free. The same as /api/context?briefing=btc.quick-check. */
  readonly getBtcQuickCheck: GetBtcQuickCheck
  /** /api/btc/onchain: Bitcoin On-Chain. Hash rate, difficulty, transactions, active addresses, hash ribbon and hashprice. Tier basic. The same as /api/context?briefing=btc.on-chain. */
  readonly getBtcOnChain: GetBtcQuickCheck
  /** /api/btc/treasury: Corporate Bitcoin Treasury. Bitcoin holdings of listed companies from their filings, with mNAV and senior claims, and the recent purchases of the largest holder. Tier pro. The same as /api/context?briefing=btc.treasury. */
  readonly getBtcTreasury: GetBtcQuickCheck
  /** /api/btc/context: BTC Context. The backdrop to the bitcoin price: liquidity, the dollar, hash ribbon and difficulty. Tier free. The same as /api/context?briefing=btc.context. */
  readonly getBtcContext: GetBtcQuickCheck
  /** /api/btc/pulse: BTC Pulse. Bitcoin today: price, 24-hour change, dominance, fees and the mempool. Tier free. The same as /api/context?briefing=btc.pulse. */
  readonly getBtcPulse: GetBtcQuickCheck
  /** /api/btc/grid: Grid Stress. Block production against schedule, the forecast for the next difficulty adjustment, hash rate and fees. Tier free. The same as /api/context?briefing=btc.grid-stress. */
  readonly getBtcGridStress: GetBtcQuickCheck
  /** /api/btc/momentum: BTC Momentum. Bitcoin price momentum over 7, 30 and 90 days, against the 200-day average and the dollar. Tier basic. The same as /api/context?briefing=btc.momentum. */
  readonly getBtcMomentum: GetBtcQuickCheck
  /** /api/btc/etf: Bitcoin Fund Flows. Money into and out of US spot bitcoin funds: net flow of complete sessions, streaks, each fund’s flow, and the bitcoins the largest fund says it holds. Tier basic. The same as /api/context?briefing=btc.etf-flows. */
  readonly getBtcEtfFlows: GetBtcQuickCheck
  /** /api/btc/miners: Miner Survival. Which machines still earn their power: hashprice against declared machines and power prices, fees, hash rate, difficulty and miners’ shares. Tier basic. The same as /api/context?briefing=btc.miner-survival. */
  readonly getBtcMinerSurvival: GetBtcQuickCheck
  /** /api/btc/energy: Bitcoin Energy. What the power for a bitcoin costs, as a range of declared machines and power prices beside the price, and what natural gas adds to it. Tier pro. The same as /api/context?briefing=btc.energy. */
  readonly getBtcEnergy: GetBtcQuickCheck
  /** /api/cross/ai-compute: AI and Compute. US electricity demand of four weeks against the same weekdays a year before, agreements that miners have filed, and the shares of those that host computers. Tier pro. The same as /api/context?briefing=cross.ai-compute. */
  readonly getCrossAiCompute: GetBtcQuickCheck
  /** /api/btc/factors: Bitcoin Factors. A stated regression of bitcoin on the dollar, real yields, the VIX and net liquidity, with standard errors, stability and the last four weeks. Tier pro. The same as /api/context?briefing=btc.factors. */
  readonly getBtcFactors: GetBtcQuickCheck
  /** /api/btc/full: Bitcoin in Full. All bitcoin briefings in one: what is most unusual in price, macro, network, miners and positions, the state of each briefing, and where its tables are. Tier pro. The same as /api/context?briefing=btc.full. */
  readonly getBtcFull: GetBtcQuickCheck
  /** /api/macro: Macro Snapshot. Policy rate, inflation, jobs, growth, the Federal Reserve’s balance sheet, M2, Treasury yields, the dollar and net liquidity. Tier free. The same as /api/context?briefing=macro.snapshot. */
  readonly getMacroSnapshot: GetBtcQuickCheck
  /** /api/macro/liquidity: Liquidity. Where dollars sit and which way they are flowing: Fed balance sheet, Treasury account, reverse repo, reserves, M2, SOFR. Tier basic. The same as /api/context?briefing=macro.liquidity. */
  readonly getMacroLiquidity: GetBtcQuickCheck
  /** /api/macro/rates: Rates. The Treasury curve at 14 maturities, slopes, real yields and breakevens, Germany, the policy rate and its range, and what is at a record. Tier pro. The same as /api/context?briefing=macro.rates. */
  readonly getMacroRates: GetBtcQuickCheck
  /** /api/macro/auctions: Treasury Auctions. Who bought at the latest Treasury auction of each maturity, bid to cover, yield and dispersion, against the twelve before; auctions announced and scheduled. Tier basic. The same as /api/context?briefing=macro.auctions. */
  readonly getMacroAuctions: GetBtcQuickCheck
  /** /api/macro/calendar: Release Calendar. Releases and Treasury auctions of the next 14 days in local and UTC time, what has moved, which briefings each can change, and what last week’s releases changed. Tier basic. The same as /api/context?briefing=macro.calendar. */
  readonly getMacroCalendar: GetBtcQuickCheck
  /** /api/bonds/context: Bonds Context. Who takes Treasuries: foreign purchases, primary dealers over 13 weeks and speculators in 10-year futures, each against its own history. Tier basic. The same as /api/context?briefing=bonds.context. */
  readonly getBondsContext: GetBtcQuickCheck
  /** /api/bonds/full: Bonds in Full. Supply and demand of Treasury debt: foreign, dealer and futures positions, the Federal Reserve, debt held by the public, its owners, the largest foreign holders. Tier pro. The same as /api/context?briefing=bonds.full. */
  readonly getBondsFull: GetBtcQuickCheck
  /** /api/cross/correlations: Cross-Asset Correlations. How closely bitcoin has moved with volatility, energy, rates, the dollar and liquidity. Tier free. The same as /api/context?briefing=cross.correlations. */
  readonly getCrossCorrelations: GetBtcQuickCheck
  /** /api/cross/regime: Regime. Expansion, contraction or transition from conditions, growth and inflation, the probability of each in 30 days, and what followed in the past. Tier pro. The same as /api/context?briefing=cross.regime. */
  readonly getCrossRegime: GetBtcQuickCheck
  /** /api/fx: FX and Liquidity. The dollar against the euro, the yuan and the yen, net liquidity, and how closely bitcoin has moved with each. Tier pro. The same as /api/context?briefing=fx.liquidity. */
  readonly getFxLiquidity: GetBtcQuickCheck
  /** /api/eth/context: Ether Context. Ether against its 200-day average and against bitcoin, volume, staking rate, funding, who holds CME futures, and use of the network. Tier basic. The same as /api/context?briefing=eth.context. */
  readonly getEthContext: GetBtcQuickCheck
  /** /api/cross/breadth: Market Breadth. Whether many shares carry the US market or a few: equal weight against cap weight, small companies, producers above their averages, and bitcoin beside each fund. Tier basic. The same as /api/context?briefing=cross.breadth. */
  readonly getCrossBreadth: GetBtcQuickCheck
  /** /api/commodities/energy-basket: Energy Basket. US oil, fuel and gas stocks against the same week of five years, spot prices, Brent less WTI, realised volatility and fund positions. Tier pro. The same as /api/context?briefing=commodities.energy-basket. */
  readonly getCommoditiesEnergyBasket: GetBtcQuickCheck
  /** /api/commodities/gold: Gold. The gold fund, the price of the month, fund managers’ positions, and what gold has moved with. Tier basic. The same as /api/context?briefing=commodities.gold. */
  readonly getCommoditiesGold: GetBtcQuickCheck
  /** /api/commodities/silver: Silver. The silver fund, the price of the month, fund managers’ positions, and what silver has moved with. Tier basic. The same as /api/context?briefing=commodities.silver. */
  readonly getCommoditiesSilver: GetBtcQuickCheck
  /** /api/commodities/copper: Copper. The copper fund, the price of the month, fund managers’ positions, and what copper has moved with. Tier basic. The same as /api/context?briefing=commodities.copper. */
  readonly getCommoditiesCopper: GetBtcQuickCheck
  /** /api/commodities/wheat: Wheat. The wheat fund, prices of the month of both winter wheats, fund managers’ positions, and what wheat has moved with. Tier basic. The same as /api/context?briefing=commodities.wheat. */
  readonly getCommoditiesWheat: GetBtcQuickCheck
  /** /api/commodities/oil-producers: Oil Producers. Eleven US oil companies beside WTI: changes over 1, 3 and 12 months and the correlation of daily changes. Tier pro. The same as /api/context?briefing=commodities.oil-producers. */
  readonly getCommoditiesOilProducers: GetBtcQuickCheck
  /** /api/commodities/gold-miners: Gold Miners. US-listed miners beside gold and copper: changes over 1, 3 and 12 months and the correlation of daily changes. Tier pro. The same as /api/context?briefing=commodities.gold-miners. */
  readonly getCommoditiesGoldMiners: GetBtcQuickCheck
  /** /api/commodities/grains-agribusiness: Grains and Agribusiness. Traders, fertiliser makers and machinery beside grains: changes over 1, 3 and 12 months and the correlation of daily changes. Tier pro. The same as /api/context?briefing=commodities.grains-agribusiness. */
  readonly getCommoditiesGrainsAgribusiness: GetBtcQuickCheck
  /** /api/calibration: Record of past confidence scores. How often signals held compared with their scores, with intervals. */
  readonly getCalibration: GetCalibration
  /** /api/metrics/{metric}/history: The history of a metric. One row per period with the value and the time it became known, as JSON, CSV or an Arrow IPC stream. With `as_of`, the values as they were known at the end of that day; of a calculated metric, what its formula gives over the inputs known then. For callers who read the metric in full; a key reads as far back as its plan, a paid call everything. */
  readonly getMetricHistory: GetMetricHistory
  /** /api/events: Change events. One page of what changed, oldest first: state labels of briefings, tracked releases, and filings of the companies that are named. An event carries no figure; it says where to fetch what it concerns. Events are kept 30 days. A Basic or Pro key reads the events of its plan, a paid call all. */
  readonly getEvents: GetEvents
  /** /api/webhooks: Webhooks of the account. The addresses of the account, without their secrets. */
  readonly listWebhooks: ListWebhooks
  /** /api/webhooks/{webhook}/deliveries: Deliveries of a webhook. The newest 100 messages and what became of them. They are kept 30 days. */
  readonly listDeliveries: ListDeliveries
  /** /api/news: News records. Company filings and documents of agencies and central banks, newest first, each with its source, date and link. `coverage` names the sources that were read, `not_read` those that were not. Requires a key of any plan; each read counts as one call. Single calls are not sold. */
  readonly getNews: GetNews
}

/** Where each operation is, and the format it answers in where none is named. */
export const operations = {
  getFrontPage: { path: '/', otherwise: 'html' },
  getLlmsTxt: { path: '/llms.txt', otherwise: 'text' },
  getPrices: { path: '/prices', otherwise: 'html' },
  getSignIn: { path: '/sign-in', otherwise: 'html' },
  getSignUp: { path: '/sign-up', otherwise: 'html' },
  getClaimPage: { path: '/claim/{claim_code}', otherwise: 'html' },
  getReference: { path: '/docs/api', otherwise: 'html' },
  getErrorList: { path: '/docs/errors', otherwise: 'markdown' },
  getMethodology: { path: '/docs/methodology', otherwise: 'markdown' },
  getDocs: { path: '/docs', otherwise: 'markdown' },
  getDoc: { path: '/docs/{page}', otherwise: 'markdown' },
  getDescription: { path: '/api/openapi/spec.json', otherwise: 'json' },
  getDescriptionAtRoot: { path: '/openapi.json', otherwise: 'json' },
  getHealth: { path: '/api/health', otherwise: 'json' },
  getStatus: { path: '/api/status', otherwise: 'json' },
  getVersion: { path: '/api/version', otherwise: 'json' },
  getPaymentStatus: { path: '/api/x402/status', otherwise: 'json' },
  listBriefings: { path: '/api/briefings', otherwise: 'json' },
  listMetrics: { path: '/api/metrics', otherwise: 'json' },
  getMetric: { path: '/api/metrics/{metric}', otherwise: 'markdown' },
  listTreasuries: { path: '/api/treasuries', otherwise: 'json' },
  getTreasury: { path: '/api/treasuries/{ticker}', otherwise: 'json' },
  getContext: { path: '/api/context', otherwise: 'markdown' },
  getBtcQuickCheck: { path: '/api/btc', otherwise: 'markdown' },
  getBtcOnChain: { path: '/api/btc/onchain', otherwise: 'markdown' },
  getBtcTreasury: { path: '/api/btc/treasury', otherwise: 'markdown' },
  getBtcContext: { path: '/api/btc/context', otherwise: 'markdown' },
  getBtcPulse: { path: '/api/btc/pulse', otherwise: 'markdown' },
  getBtcGridStress: { path: '/api/btc/grid', otherwise: 'markdown' },
  getBtcMomentum: { path: '/api/btc/momentum', otherwise: 'markdown' },
  getBtcEtfFlows: { path: '/api/btc/etf', otherwise: 'markdown' },
  getBtcMinerSurvival: { path: '/api/btc/miners', otherwise: 'markdown' },
  getBtcEnergy: { path: '/api/btc/energy', otherwise: 'markdown' },
  getCrossAiCompute: { path: '/api/cross/ai-compute', otherwise: 'markdown' },
  getBtcFactors: { path: '/api/btc/factors', otherwise: 'markdown' },
  getBtcFull: { path: '/api/btc/full', otherwise: 'markdown' },
  getMacroSnapshot: { path: '/api/macro', otherwise: 'markdown' },
  getMacroLiquidity: { path: '/api/macro/liquidity', otherwise: 'markdown' },
  getMacroRates: { path: '/api/macro/rates', otherwise: 'markdown' },
  getMacroAuctions: { path: '/api/macro/auctions', otherwise: 'markdown' },
  getMacroCalendar: { path: '/api/macro/calendar', otherwise: 'markdown' },
  getBondsContext: { path: '/api/bonds/context', otherwise: 'markdown' },
  getBondsFull: { path: '/api/bonds/full', otherwise: 'markdown' },
  getCrossCorrelations: { path: '/api/cross/correlations', otherwise: 'markdown' },
  getCrossRegime: { path: '/api/cross/regime', otherwise: 'markdown' },
  getFxLiquidity: { path: '/api/fx', otherwise: 'markdown' },
  getEthContext: { path: '/api/eth/context', otherwise: 'markdown' },
  getCrossBreadth: { path: '/api/cross/breadth', otherwise: 'markdown' },
  getCommoditiesEnergyBasket: { path: '/api/commodities/energy-basket', otherwise: 'markdown' },
  getCommoditiesGold: { path: '/api/commodities/gold', otherwise: 'markdown' },
  getCommoditiesSilver: { path: '/api/commodities/silver', otherwise: 'markdown' },
  getCommoditiesCopper: { path: '/api/commodities/copper', otherwise: 'markdown' },
  getCommoditiesWheat: { path: '/api/commodities/wheat', otherwise: 'markdown' },
  getCommoditiesOilProducers: { path: '/api/commodities/oil-producers', otherwise: 'markdown' },
  getCommoditiesGoldMiners: { path: '/api/commodities/gold-miners', otherwise: 'markdown' },
  getCommoditiesGrainsAgribusiness: { path: '/api/commodities/grains-agribusiness', otherwise: 'markdown' },
  getCalibration: { path: '/api/calibration', otherwise: 'json' },
  getMetricHistory: { path: '/api/metrics/{metric}/history', otherwise: 'json' },
  getEvents: { path: '/api/events', otherwise: 'json' },
  listWebhooks: { path: '/api/webhooks', otherwise: 'json' },
  listDeliveries: { path: '/api/webhooks/{webhook}/deliveries', otherwise: 'json' },
  getNews: { path: '/api/news', otherwise: 'json' },
} as const satisfies Record<keyof Operations, { path: string; otherwise: string }>
