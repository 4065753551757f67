/** Who says when a release came that did not follow its rule: what it says, and where. */
export const exceptionSources = {
  'cftc-backfill': {
    says: 'the disaggregated report began on 2009-09-04, its history since 2006-06-13 came on 2009-10-20',
    url: 'https://www.hedgeweek.com/2009/10/21/cftc-release-history-disaggregated-cot-data',
  },
  'cftc-financial': {
    says: 'the report on financial futures began in July 2010; when its history came is not stated',
    url: 'https://www.cftc.gov/MarketReports/CommitmentsofTraders/ExplanatoryNotes/index.htm',
  },
  'cftc-announcements': {
    says: 'special announcements: complete reports of 2012-11-27; days of the reports held up at ION in 2023',
    url: 'https://www.cftc.gov/MarketReports/CommitmentsofTraders/HistoricalSpecialAnnouncements/index.htm',
  },
  'cftc-2013': {
    says: 'the first delayed report on 2013-10-25, one after the other, current by 11-08',
    url: 'https://www.cftc.gov/PressRoom/PressReleases/6745-13',
  },
  'cftc-2019': {
    says: 'one report each Tuesday and Friday from 2019-02-01 until current',
    url: 'https://www.cftc.gov/PressRoom/PressReleases/7864-19',
  },
  'cftc-2025': {
    says: 'a day for each delayed report, 2025-11-19 to 2026-01-20; release 9147-25 has earlier ones from 2025-12-10 on',
    url: 'https://www.cftc.gov/PressRoom/PressReleases/9138-25',
  },
  'closed-1995': {
    says: 'closed 1995-11-14 to 11-19 and 1995-12-16 to 1996-01-06 (95-906), then the blizzard of 01-08',
    url: 'https://crsreports.congress.gov/',
  },
  'bls-1996': {
    says: 'employment of December 1995 on 1996-01-19; consumer prices of October on 11-15, of December on 02-01 (USDL 96-28)',
    url: 'https://www.bls.gov/bls/news-release/',
  },
  'bls-archive': {
    says: 'releases as archived: the latest of their days in the years named',
    url: 'https://www.bls.gov/bls/news-release/',
  },
  'bls-2013': {
    says: 'employment on 2013-10-22 and 11-08, job openings 10-24, producer prices 10-29, consumer prices 10-30',
    url: 'https://www.usatoday.com/story/money/business/2013/10/17/government-economic-reports-new-schedule/3003955/',
  },
  'bls-2025': {
    says: 'revised dates after the lapses of 2025-10-01 to 11-12 and of February 2026',
    url: 'https://www.bls.gov/bls/2025-lapse-revised-release-dates.htm',
  },
  'dol-2025': {
    says: 'claims of the weeks missed came on 2025-11-20',
    url: 'https://www.dol.gov/ui/data.pdf',
  },
  'bea-schedule': {
    says: 'release schedules as revised after the lapses of 2013, 2018-19 and 2025; until 2018 some months came up to 35 days later',
    url: 'https://www.bea.gov/news/schedule',
  },
  'census-2013': {
    says: 'residential construction of September 2013 on 11-26; other delays of one week to 18 days',
    url: 'https://www.govexec.com/management/2013/10/census-bureau-reschedules-key-reports-following-shutdown/72329',
  },
  'census-schedule': {
    says: 'calendars as revised after the lapses of 2018-19 and 2025',
    url: 'https://www.census.gov/economic-indicators/calendar-listview.html',
  },
  'board-2025': {
    says: 'industrial production of September 2025 on 12-03, of October and November on 12-23; of September 2013 on 10-28',
    url: 'https://www.federalreserve.gov/releases/g17/release_dates.htm',
  },
  'chicago-2025': {
    says: 'the national activity index waits for what it is made of',
    url: 'https://www.chicagofed.org/research/data/cfnai/current-data',
  },
  'treasury-statements': {
    says: 'the statement of September closes the year and comes in the second half of October; not out in a lapse (CBO 54961)',
    url: 'https://www.fiscal.treasury.gov/reports-statements/mts/previous.html',
  },
  'tic-releases': {
    says: 'the day of each release since that of October 2003, which came on 2003-12-15',
    url: 'https://home.treasury.gov/data/tic-press-releases-by-topic',
  },
  'eia-1994': {
    says: 'weekly petroleum data came at 17:00 on Wednesdays until February 1994',
    url: 'http://www.eia.doe.gov/neic/press/press203.html',
  },
  'eia-2013': {
    says: 'closed from 2013-10-11 13:00 on; the reports of 10-16 and 10-17 were not issued',
    url: 'https://ttnews.com/articles/doe-suspends-fuel-statistics-operations-will-not-release-diesel-price-survey',
  },
  'eia-2022': {
    says: 'hardware failed on 2022-06-17; the petroleum week to 06-17 came on 06-29 with that to 06-24, other data later',
    url: 'https://www.marketscreener.com/quote/commodity/WTI-2355639/news/EIA-Says-Wednesday-s-Weekly-Oil-Report-to-Include-Delayed-Data-40845662/',
  },
  'eia-2023': {
    says: 'systems were renewed from 2023-11-08 on; the petroleum week to 11-03 came on 11-15 with that to 11-10, gas on 11-16',
    url: 'https://www.eia.gov/petroleum/supply/weekly/archive/2023/2023_11_15/wpsr_2023_11_15.php',
  },
  'eia-holidays': {
    says: 'alternate release dates of the petroleum report, among them 2019-01-04, 2020-01-03 and 2025-12-29 at 17:00',
    url: 'https://www.eia.gov/petroleum/supply/weekly/schedule.php',
  },
  'gas-holidays': {
    says: 'alternate release dates of the storage report: the week to 2025-12-19 on Monday 12-29 at 12:00',
    url: 'https://ir.eia.gov/ngs/schedule.html',
  },
  'fred-vintages': {
    says: 'as read from FRED, the month was not there when its rule had it, and came on that day',
    url: 'https://alfred.stlouisfed.org/',
  },
} as const

export type ExceptionSource = keyof typeof exceptionSources
