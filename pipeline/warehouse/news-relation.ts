/**
 * One row per record, with its companies and marks, as a relation: of several lists that name it the one that tells its items, and of those
 * the list of everybody before the index of one filer. `only`: a condition on the rows of `news_record`; `seen`: one on the recordings
 * `r` whose marks count.
 */
export function newsRelation(only = 'true', seen = 'true'): string {
  const marked = (mark: string) =>
    `EXISTS (SELECT 1 FROM news_mark m JOIN recording r ON r.id = m.recording
                   WHERE m.source = n.source AND m.id = n.id AND m.mark = '${mark}' AND ${seen})`
  return `(
    SELECT n.* REPLACE (first_known AS known_at), coalesce(c.companies, []) AS companies,
           ${marked('withdrawn')} AS withdrawn, ${marked('corrected')} AS corrected
    FROM (SELECT *, min(known_at) OVER (PARTITION BY source, id) AS first_known FROM news_record WHERE ${only}
          QUALIFY row_number() OVER (PARTITION BY source, id
                                     ORDER BY items IS NULL, list_position(['list', 'filer', 'index'], told_by)) = 1) n
    LEFT JOIN (SELECT source, id, list({company: company, name: name} ORDER BY company) AS companies
               FROM news_company GROUP BY source, id) c ON c.source = n.source AND c.id = n.id)`
}
