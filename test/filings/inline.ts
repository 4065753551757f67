/** A short inline XBRL document: what stands in its header, and its body. */
export function inlineDocument(body: string, { resources = '', hidden = '' } = {}): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><head><title>x</title></head><body>
<div style="display:none"><ix:header><ix:hidden>${hidden}</ix:hidden><ix:references><link:schemaRef xlink:href="a.xsd"/></ix:references>
<ix:resources>${standard}${resources}</ix:resources></ix:header></div>${body}</body></html>`
}

const entity = (segment = '') =>
  `<xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0001946573</xbrli:identifier>${segment}</xbrli:entity>`

export function context(id: string, period: string, segment = ''): string {
  return `<xbrli:context id="${id}">${entity(segment)}<xbrli:period>${period}</xbrli:period></xbrli:context>`
}

export const instant = (day: string) => `<xbrli:instant>${day}</xbrli:instant>`
export const duration = (from: string, to: string) =>
  `<xbrli:startDate>${from}</xbrli:startDate><xbrli:endDate>${to}</xbrli:endDate>`
export const segment = (members: string) => `<xbrli:segment>${members}</xbrli:segment>`
export const member = (axis: string, name: string) => `<xbrldi:explicitMember dimension="${axis}">${name}</xbrldi:explicitMember>`
export const unit = (id: string, content: string) => `<xbrli:unit id="${id}">${content}</xbrli:unit>`
export const measure = (name: string) => `<xbrli:measure>${name}</xbrli:measure>`

/** Contexts `now` (2025-09-30), `then` (2024-12-31) and `nine` (nine months); units `usd`, `btc`, `shares`. */
const standard = [
  context('now', instant('2025-09-30')),
  context('then', instant('2024-12-31')),
  context('nine', duration('2025-01-01', '2025-09-30')),
  unit('usd', measure('iso4217:USD')),
  unit('btc', measure('NAKA:Bitcoin')),
  unit('shares', measure('xbrli:shares')),
].join('')

/** A number tagged `us-gaap:Assets` at `now` in dollars, with more attributes. */
export function tagged(text: string, attributes = ''): string {
  const format = attributes.includes('format=') ? '' : ' format="ixt:num-dot-decimal"'
  return `<ix:nonFraction name="us-gaap:Assets" contextRef="now" unitRef="usd" id="f1"${format} ${attributes}>${text}</ix:nonFraction>`
}
