import type { Passage } from '../../pipeline/source/feeds/passage.ts'
import { isProven, type Lineage, type SourceValue } from './lineage.ts'

/** Inputs of a window that are shown: its ends; the others are counted. */
const shownOfWindow = 1

/** Numbers of a body that are shown where several make a value. */
const shownOfBody = 3

/** A lineage as an indented tree for a person. */
export function lineageLines(lineage: Lineage, depth = 0): string[] {
  const indent = '  '.repeat(depth)
  const inner = `${indent}  `
  const { name, period, value, unit, known_at, known_basis } = lineage
  const basis = known_basis === null ? '' : ` (${known_basis})`
  if (lineage.kind === 'series')
    return [`${indent}${name} of ${period}: ${value} ${unit}, known at ${known_at}${basis}`, ...sourceLines(lineage, inner)]
  const { inputs } = lineage
  const head =
    lineage.kind === 'window'
      ? `${indent}${lineage.formula}: ${value} ${unit}, known at ${known_at}`
      : `${indent}${name} of ${period}: ${value} ${unit}, known at ${known_at}${basis}`
  const formula = lineage.kind === 'metric' ? [`${inner}formula: ${lineage.formula}`] : []
  if (lineage.kind === 'metric' || inputs.length <= 2 * shownOfWindow)
    return [head, ...formula, ...inputs.flatMap((input) => lineageLines(input, depth + 1))]
  const ends = [inputs.slice(0, shownOfWindow), inputs.slice(-shownOfWindow)]
  const [first, last] = ends.map((some) => some.flatMap((input) => lineageLines(input, depth + 1)))
  return [head, ...first!, `${inner}${inputs.length - 2 * shownOfWindow} more in between; use --json to see them all`, ...last!]
}

function sourceLines(source: SourceValue, indent: string): string[] {
  const { recording, versions } = source
  const standing = versions.find(({ value, known_at }) => value === source.value && known_at === source.known_at)
  const lines = [
    `${indent}recording: ${recording.url}`,
    `${indent}made at:   ${recording.made_at}, by the feed ${recording.feed}`,
    `${indent}stored as: ${recording.key}${recording.verified ? ', sha-256 verified' : ''}`,
  ]
  if (standing?.vintage)
    lines.push(
      `${indent}vintage:   first seen at ${standing.vintage}; the value published at ${source.known_at} may have been different`,
    )
  if (!recording.verified) lines.push(`${indent}MISSING OR ALTERED: the stored body is not the one recorded`)
  else {
    if (recording.formula) lines.push(`${indent}made of:   ${recording.formula}`)
    const { passages } = recording
    lines.push(...passages.slice(0, shownOfBody).flatMap((passage) => passageLines(passage, indent)))
    if (passages.length > shownOfBody)
      lines.push(`${indent}${passages.length - shownOfBody} more numbers; use --json to see them all`)
  }
  if (recording.quote) lines.push(`${indent}quote:     ${recording.quote} (${recording.place})`)
  if (recording.verified && !isProven(source)) lines.push(`${indent}NOT FOUND: the body does not contain this value`)
  if (versions.length > 1)
    for (const { version, value, known_at, known_basis, url } of versions)
      lines.push(`${indent}version ${version}: ${value}, known at ${known_at} (${known_basis}), ${url}`)
  return lines
}

function passageLines({ printed, row, column, cell, line, text }: Passage, indent: string): string[] {
  const place = [cell && `cell ${cell}`, row && `row ${row}`, column && `column ${column}`].filter(Boolean).join(', ')
  const around = text.replaceAll(/\s+/g, ' ').trim()
  return [
    ...(place ? [`${indent}number:    ${printed} (${place})`] : []),
    `${indent}${line === null ? 'its row' : `line ${line}`}: ${around}`,
  ]
}
