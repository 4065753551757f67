/** Regions as notes of reports to EDINET name them; countries are known by their codes. */
const regions: Readonly<Record<string, string>> = {
  ...{
    国内: 'Japan',
    本邦: 'Japan',
    米国: 'United States',
    アメリカ: 'United States',
    英国: 'United Kingdom',
    豪州: 'Australia',
  },
  ...{ ヨーロッパ: 'Europe', 欧州: 'Europe', 西欧: 'Western Europe', 東欧: 'Eastern Europe', EMEA: 'EMEA' },
  ...{ 米州: 'Americas', 米大陸: 'Americas', 南北アメリカ: 'Americas', 北南米: 'Americas', 北米: 'North America' },
  ...{ 北アメリカ: 'North America', 中南米: 'Latin America', 中米: 'Central America', 南米: 'South America' },
  ...{ アジア: 'Asia', 東アジア: 'East Asia', 東南アジア: 'Southeast Asia', 南アジア: 'South Asia', 西アジア: 'West Asia' },
  ...{ アジアパシフィック: 'Asia Pacific', アジア太平洋: 'Asia Pacific', アセアン: 'ASEAN', ASEAN: 'ASEAN', 大洋州: 'Oceania' },
  ...{ オセアニア: 'Oceania', オーストラリア: 'Australia', 中華圏: 'Greater China', 中近東: 'Middle East', 中東: 'Middle East' },
  ...{ アフリカ: 'Africa', ロシア: 'Russia', 韓国: 'South Korea', 台湾: 'Taiwan', 香港: 'Hong Kong', 中国: 'China' },
  ...{ その他: 'Other', その他地域: 'Other regions', その他の地域: 'Other regions', その他の国: 'Other countries' },
  ...{ その他海外: 'Other foreign', 海外: 'Foreign', その他の国又は地域: 'Other countries' },
}

const codes = Array.from({ length: 26 ** 2 }, (_, at) => String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)))
const [inJapanese, inEnglish] = ['ja', 'en'].map(
  (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
)
const countries = codes.flatMap((code): (readonly [string, string])[] => {
  const [japanese, english] = [inJapanese!.of(code), inEnglish!.of(code)]
  return japanese === undefined || english === undefined || japanese.length < 2 ? [] : [[japanese, english]]
})

/** Names of regions and countries in Japanese, with those in English. */
export const japaneseRegions: ReadonlyMap<string, string> = new Map([...countries, ...Object.entries(regions)])

/** What joins two regions in a name. */
export const regionJoiners: Readonly<Record<string, string>> = {
  ...{
    および: ' and ',
    及び: ' and ',
    並びに: ' and ',
    ならびに: ' and ',
    と: ' and ',
    '、': ', ',
    '・': ', ',
    '/': ', ',
    '／': ', ',
  },
}

/** Heads of totals, and of sums of some regions. */
export const japaneseTotals = [
  '合計',
  '計',
  '総計',
  '連結',
  '連結合計',
  '連結計',
  '売上高',
  '売上収益',
  '売上高合計',
  '売上収益合計',
  '営業収益',
  '保険収益',
  '収益',
  '収益合計',
]
export const japaneseSubtotals = ['小計', '海外売上収益', '海外売上高', '海外計', '海外合計', '海外小計']
