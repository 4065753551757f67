/**
 * The recorded body of H.10 as the Federal Reserve sent it: a spreadsheet had saved it again, which wrote `12/30/22` for `2022-12-30` and left
 * out the last newline.
 */
export const asSent = (saved: string): string =>
  `${saved}\r\n`.replace(
    /^(\d+)\/(\d+)\/(\d\d)(?=,)/gmu,
    (_, month: string, day: string, year: string) =>
      `${Number(year) > 50 ? 19 : 20}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
