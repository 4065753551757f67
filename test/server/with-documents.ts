import type { EditionView } from '../../pipeline/editions/reader.ts'

/** An edition in which the JSON of some places is another. */
export function withDocuments(view: EditionView, documents: Readonly<Record<string, object>>): EditionView {
  const resident: EditionView['resident'] = (place, format) => {
    const other = format === 'json' ? documents[place] : undefined
    if (other === undefined) return view.resident(place, format)
    return { ...view.resident('system/feeds', 'json')!, plain: Buffer.from(JSON.stringify(other)) }
  }
  return { ...view, resident }
}
