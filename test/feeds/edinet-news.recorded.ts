import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { edinetList } from '../../pipeline/feeds/edinet-list.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { listedCompanies, newsOfDays } from '../../pipeline/warehouse/news.ts'
import { emptyStore } from '../empty-store.ts'
import { recordedFolder } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import lines from '../truth/news-lines.json' with { type: 'json' }

const at = '2026-08-21T09:00:00Z'

describe('recorded lists of twelve days', () => {
  const folder = join(recordedFolder, 'edinet', 'lists')
  const days = () => readdirSync(folder).flatMap((name) => /^documents_(\d{4}-\d{2}-\d{2})\.json$/.exec(name)?.[1] ?? [])
  const opened = async () => {
    const store = await emptyStore()
    const loads = days().map((day) => {
      const body = readFileSync(join(folder, `documents_${day}.json`))
      const url = `https://api.edinet-fsa.go.jp/api/v2/documents.json?date=${day}&type=2`
      const recording = recordingOf(url, body, `${day}T09:30:00Z`)
      return { recording, feed: edinetList.id, parsed: edinetList.parse(body, recording) as never }
    })
    await load(store, loads, () => [])
    return store
  }

  /** Codes of listed companies by the recorded code list of the FSA, which the lists leave out where a company did not file itself. */
  const codeList = (): ReadonlyMap<string, string> =>
    new Map(
      new TextDecoder('shift_jis')
        .decode(readFileSync(join(recordedFolder, 'edinet', 'EdinetcodeDlInfo_20260512.csv')))
        .split('\r\n')
        .flatMap((line) => {
          const [code = '', ...cells] = line.slice(1, -1).split('","')
          return cells[10] ? [[`jp:${code}`, cells[10].replace(/0$/, '')] as const] : []
        }),
    )

  test('give the lines read by hand, with the company they are about', async () => {
    const store = await opened()
    const codes = codeList()
    const learned = await listedCompanies(store)
    expect(learned.length).toBeGreaterThan(500)
    // one that was listed since May has no code in it
    for (const { company, codes: own } of learned) expect([company, codes.get(company) ?? own[0]]).toEqual([company, own[0]])
    const records = new Map((await newsOfDays(store, days(), Date.parse(at))).map((record) => [record.id, record]))
    const ofEdinet = lines.filter(({ source }) => source === 'edinet')
    expect(ofEdinet).toHaveLength(14)
    for (const line of ofEdinet) {
      const record = records.get(line.id)
      if (line.title_as_filed === null) {
        expect(record).toBeUndefined()
        continue
      }
      expect(record).toMatchObject({
        ...{ form: line.form, title: line.title_en, titleAsFiled: line.title_as_filed, day: line.date, link: line.link },
        ...{ clock: line.time!.split(' ')[0], kinds: line.news_kinds, language: 'ja', source: 'edinet' },
      })
      expect([line.id, record!.companies.map(({ company }) => codes.get(company))]).toEqual([line.id, [line.company_code]])
    }
    await store.close()
  })
})
