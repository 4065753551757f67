/** What lists tell of, and reports of insiders and large holders once they are read: only the document says whom it is about. */
const records = `(
    FROM news_record
    UNION ALL BY NAME
    SELECT 'sec' AS source, r.filing AS id, 'filer' AS told_by, 'filed' AS origin, r.form, '' AS items, min(f.filed) AS day,
           'America/New_York' AS zone, any_value(r.title) AS title, 'ownership-report' AS kinds, any_value(regexp_replace(r.url, '[^/]*$', '') || r.filing || '-index.htm') AS link, 'en' AS language,
           min(m.made_at) AS known_at, min(m.made_at) AS told_at, any_value(r.recording) AS recording
    FROM ownership_report r JOIN ownership_filing f USING (filing) JOIN recording m ON m.id = r.recording
    WHERE r.role = 'issuer' GROUP BY r.filing, r.form)`
const companiesOf = `(
    SELECT source, id, company, name FROM news_company
    UNION ALL SELECT 'sec', filing, company, NULL FROM ownership_report WHERE role = 'issuer')`

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
    FROM (SELECT *, min(known_at) OVER (PARTITION BY source, id) AS first_known FROM ${records} WHERE ${only}
          QUALIFY row_number() OVER (PARTITION BY source, id
                                     ORDER BY items IS NULL, list_position(['list', 'filer', 'index'], told_by)) = 1) n
    LEFT JOIN (SELECT source, id, list({company: company, name: name} ORDER BY company) AS companies
               FROM ${companiesOf} GROUP BY source, id) c ON c.source = n.source AND c.id = n.id)`
}
