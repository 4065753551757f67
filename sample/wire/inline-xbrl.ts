import { asciiDocument, groupedDigits } from './sec-markup.ts'

const namespaces = [
  'xmlns="http://www.w3.org/1999/xhtml"',
  'xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"',
  'xmlns:dei="http://xbrl.sec.gov/dei/2025"',
  'xmlns:us-gaap="http://fasb.org/us-gaap/2025"',
  'xmlns:srt="http://fasb.org/srt/2025"',
  'xmlns:xbrli="http://www.xbrl.org/2003/instance"',
  'xmlns:xbrldi="http://xbrl.org/2006/xbrldi"',
  'xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
].join(' ')

/** Contexts of one document, made as they are named: the id of a day's or a period's, with a member where one is given. */
export function contextsOf(cik: string) {
  const made = new Map<string, string>()
  const put = (name: string, period: string, axis?: string, member?: string): string => {
    const id = `c_${name}${member === undefined ? '' : `_${member.replace(/\W/g, '_')}`}`
    const explicit = `<xbrldi:explicitMember dimension="${axis}">${member}</xbrldi:explicitMember>`
    const segment = member === undefined ? '' : `<xbrli:segment>${explicit}</xbrli:segment>`
    const entity = `<xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">${cik}</xbrli:identifier>${segment}</xbrli:entity>`
    made.set(id, `<xbrli:context id="${id}">${entity}<xbrli:period>${period}</xbrli:period></xbrli:context>`)
    return id
  }
  return {
    on: (day: string, axis?: string, member?: string) => put(day, `<xbrli:instant>${day}</xbrli:instant>`, axis, member),
    during: (start: string, end: string, axis?: string, member?: string) =>
      put(`${start}_${end}`, `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`, axis, member),
    all: () => [...made.values()].join('\n'),
  }
}

export const xbrlUnit = (id: string, measure: string): string =>
  `<xbrli:unit id="${id}"><xbrli:measure>${measure}</xbrli:measure></xbrli:unit>`
export const ixNonNumeric = (name: string, context: string, text: string): string =>
  `<ix:nonNumeric name="${name}" contextRef="${context}">${text}</ix:nonNumeric>`
export const ixNonFraction = (name: string, context: string, unit: string, shown: string, more = 'decimals="INF" '): string =>
  `<ix:nonFraction name="${name}" contextRef="${context}" unitRef="${unit}" ${more}format="ixt:num-dot-decimal">${shown}</ix:nonFraction>`
/** Dollars as statements print them, in thousands. */
export const ixThousands = (name: string, context: string, dollars: number): string =>
  ixNonFraction(`us-gaap:${name}`, context, 'usd', groupedDigits(dollars / 1_000), 'decimals="-3" scale="3" ')

/** A tagged document whose own names have a prefix. */
export function inlinePage(page: {
  readonly prefix: string
  readonly title: string
  /** What is tagged and not shown. */
  readonly hidden: string
  /** Contexts and units. */
  readonly resources: readonly string[]
  readonly body: string
}): string {
  const { prefix, title, hidden, resources, body } = page
  return asciiDocument(`<?xml version="1.0" encoding="ASCII"?>
<html ${namespaces} xmlns:${prefix}="http://example.com/${prefix}">
<head>
<title>${title}</title>
</head>
<body>
<div style="display:none"><ix:header><ix:hidden>${hidden}</ix:hidden><ix:resources>${resources.join('\n')}</ix:resources></ix:header></div>
${body}
</body>
</html>
`)
}
