import { readingOf } from './reading.ts'

export const folder = 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents'
export const url = `${folder}/slt_table5.txt`
const { parse, values, refusal } = readingOf(url, '2026-04-20T21:00:00Z')

export { parse, refusal }
export const valuesOf = (body: string) => new Map(values(body).map(([series, day, value]) => [`${series} ${day}`, value]))

/**
 * The edition of April 2026 in its first three columns: countries as slt_table5.html of the same folder prints them, the last five lines as a
 * reader of the text has written them down. The twentieth country is not in either: its figures are what the total leaves, its name that of
 * the next largest holder in `mfhhis01.txt`.
 */
const lines = `Japan 1239.3 1225.3 1185.5
United Kingdom 897.3 879.7 863.1
China, Mainland 693.3 694.4 683.5
Belgium 454.7 451.0 477.3
Canada 446.3 395.8 468.2
Luxembourg 445.7 446.0 434.2
Cayman Islands 443.0 432.8 421.2
France 395.1 380.5 368.9
Ireland 350.6 342.0 340.7
Taiwan 313.5 307.8 310.6
Switzerland 286.7 289.2 294.1
Singapore 280.0 273.4 278.4
Hong Kong 269.2 259.9 267.8
Norway 223.0 218.8 208.1
India 190.6 190.4 182.9
Brazil 170.6 168.0 168.7
Saudi Arabia 160.4 134.8 149.5
Korea, South 140.9 141.3 140.6
United Arab Emirates 119.9 112.4 95.6
Israel 110.7 114.6 105.5
All Other 1856.3 1831.3 1822.8
Grand Total 9487.1 9289.4 9267.2
Of Which: Foreign Official 4035.7 3954.8 3887.0
Of Which: Foreign Official Treasury Bills 475.5 407.7 388.5
Of Which: Foreign Official T-Bonds & Notes 3560.2 3547.1 3498.5`
export const rows = lines.split('\n').map((line) => line.replace(/ (-?[\d.]+) (-?[\d.]+) (-?[\d.]+)$/, '\t$1\t$2\t$3'))
export const head = [
  'Table 5: Major Foreign Holders of Treasury Securities',
  'Holdings at end of time period',
  'Billions of dollars',
  `Link: ${url}`,
  '',
]
const months = 'Country\t2026-02\t2026-01\t2025-12'
const notes = ['', 'Notes:', 'The data in this table are collected primarily from U.S.-based custodians and broker-dealers.']
export const table = (parts: { head?: string[]; months?: string; rows?: string[]; notes?: string[] } = {}) =>
  [...(parts.head ?? head), parts.months ?? months, ...(parts.rows ?? rows), ...(parts.notes ?? notes)]
    .map((line) => line + '\t'.repeat(Math.max(0, 3 - line.split('\t').length + 1)))
    .join('\r\n')
