import { describe, expect, test } from 'vitest'
import { readFiledDocument } from '../../pipeline/filings/document.ts'
import { submissionHeader, submittedDocuments } from '../../pipeline/filings/submission.ts'
import { textOf } from './recorded.ts'

describe('recorded submissions', () => {
  test.each([
    ['ddc_2025-10-14_6K_1058btc-124m-raise.txt', '6-K EX-10.1 EX-10.2 EX-10.3 EX-99.1'],
    ['ddc_2025-10-20_6K_1083btc-holdings.txt', '6-K'],
    [
      'companies/adbe_8k_202_2023-03-15_full_submission.txt',
      '8-K EX-99.1 EX-101.SCH EX-101.DEF EX-101.LAB EX-101.PRE GRAPHIC XML XML EXCEL XML XML XML JSON ZIP',
    ],
    ['companies/imnn_424b5_2025-12-31_full_submission.txt', '424B5 GRAPHIC'],
    ['companies/phg_6k_2023-01-30.html', '6-K'],
  ])('%s', (file, types) => {
    expect(
      submittedDocuments(textOf(`sec/filings/${file}`))
        .map((document) => document.type)
        .join(' '),
    ).toBe(types)
  })

  test('the header of a 6-K: who filed it, and when it was accepted in New York', () => {
    expect(submissionHeader(textOf('sec/filings/ddc_2025-10-20_6K_1083btc-holdings.txt'))).toEqual({
      accession: '0001213900-25-100181',
      form: '6-K',
      ciks: ['0001808110'],
      filingDate: '2025-10-20',
      reportDate: '2025-10-20',
      accepted: { day: '2025-10-20', time: '09:24:55' },
    })
  })

  test('a filing without a period has none', () => {
    expect(submissionHeader(textOf('sec/filings/companies/imnn_424b5_2025-12-31_full_submission.txt'))).toMatchObject({
      form: '424B5',
      reportDate: null,
    })
  })

  test('a 6-K and its exhibit state their counts in sentences', () => {
    const sentences = submittedDocuments(textOf('sec/filings/ddc_2025-10-14_6K_1058btc-124m-raise.txt')).flatMap((document) =>
      readFiledDocument(document.text, null).spans.map((span) => `${document.type}: ${span.text}`),
    )
    expect(sentences.filter((sentence) => sentence.includes('1,058'))).not.toEqual([])
  })

  test('the facts of the 8-K in a submission', () => {
    const [report] = submittedDocuments(textOf('sec/filings/companies/adbe_8k_202_2023-03-15_full_submission.txt'))
    const { facts, unread } = readFiledDocument(report?.text ?? '', null)
    expect([facts.length, unread.length]).toEqual([22, 0])
    expect(facts.find((fact) => fact.concept === 'dei:DocumentPeriodEndDate')?.value).toBe('2023-03-15')
  })
})
