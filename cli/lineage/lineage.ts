import { metricByName } from '../../data/metrics.ts'
import { type Series, seriesById } from '../../data/series.ts'
import { BriefingError, NotFoundError } from '../../pipeline/errors.ts'
import { numberInText, type Passage, type PassageQuery, passagesOf, type ValueProof } from '../../pipeline/feeds/passage.ts'
import { type Calculated, type InputPart, periodIndexOf } from '../../pipeline/formulas/formula.ts'
import { bodyKey, type RecordingStore } from '../../pipeline/recordings/store.ts'
import { dayOf, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { type Column, knownBases } from '../../pipeline/values/column.ts'
import type { SightedVersion } from '../../pipeline/warehouse/explain.ts'

/** One recording a value comes from, and where in its bytes it stands. */
export interface SourceEvidence extends Pick<SightedVersion, 'url' | 'made_at' | 'feed' | 'sha256' | 'place' | 'quote'> {
  readonly id: string
  /** Key of the body in the store of recordings. */
  readonly key: string
  /** True when the stored body was read and has that hash. */
  readonly verified: boolean
  /** The formula that derives the value from the printed numbers; null if the value itself is printed. */
  readonly formula: string | null
  /** Every number of the bytes the value is read from; empty where none was found. */
  readonly passages: readonly Passage[]
}

interface KnownValue {
  readonly name: string
  readonly period: string
  readonly value: number
  readonly unit: string
  readonly known_at: string
}

/** A value of a series: where it comes from, and every version of it. */
export interface SourceValue extends KnownValue {
  readonly kind: 'series'
  readonly known_basis: string
  readonly recording: SourceEvidence
  readonly versions: readonly Pick<
    SightedVersion,
    'version' | 'value' | 'known_at' | 'known_basis' | 'vintage' | 'recording' | 'url'
  >[]
}

/** A value of a metric, or a mean over a window, and what it was made of. */
export interface DerivedValue extends KnownValue {
  readonly kind: 'metric' | 'window'
  readonly known_basis: string | null
  readonly formula: string
  readonly inputs: readonly Lineage[]
}

export type Lineage = SourceValue | DerivedValue

/** Where a lineage looks things up. */
export interface LineageSources {
  /** A metric as it was known at the moment asked about. */
  metric(name: string): Calculated | null
  /** A series as it was known then. */
  series(name: string): Column | null
  /** Every version of a value. */
  versions(series: string, period: string): Promise<readonly SightedVersion[]>
  readonly recordings: RecordingStore
  /** The moment asked about, milliseconds. */
  readonly moment: number
}

/** From a figure to the bytes it comes from: `lineage(name, period)` of a metric or series, down to every recording. */
export function lineageTracer(sources: LineageSources): (name: string, period: number) => Promise<Lineage> {
  const readers = new Map<string, Promise<BodyReader>>()
  const bodyOf = (version: SightedVersion): Promise<BodyReader> => {
    const reader = readers.get(version.recording) ?? readBody(sources.recordings, version)
    readers.set(version.recording, reader)
    return reader
  }
  const lineage = (name: string, period: number): Promise<Lineage> =>
    metricByName.has(name) ? made(name, period) : sourced(name, period)

  async function made(name: string, period: number): Promise<DerivedValue> {
    const calculated = sources.metric(name)
    const at = calculated ? periodIndexOf(calculated.column, period) : -1
    if (!calculated || at < 0) throw notKnown(name, period)
    const { column } = calculated
    const parts = calculated.parts(at)
    const inputs = parts.length === 0 ? [lineage(calculated.dependsOn[0]!, period)] : parts.map(partOf)
    return {
      kind: 'metric',
      name,
      period: isoDay(period),
      value: column.value[at]!,
      unit: column.unit,
      known_at: isoTime(column.known[at]!),
      known_basis: knownBases[column.basis[at]!]!,
      formula: calculated.words ?? 'the series as published by its source',
      inputs: await Promise.all(inputs),
    }
  }

  async function partOf(part: InputPart): Promise<Lineage> {
    if (!part.window) return lineage(part.series, part.period)
    const { series: name, from } = part.window
    const column = metricByName.has(name) ? sources.metric(name)!.column : sources.series(name)!
    const periods = [...column.period].filter((period) => period >= from && period <= part.period)
    return {
      kind: 'window',
      name,
      period: isoDay(part.period),
      value: part.value,
      unit: part.unit,
      known_at: isoTime(part.known),
      known_basis: null,
      formula: part.series,
      inputs: await Promise.all(periods.map((period) => lineage(name, period))),
    }
  }

  async function sourced(name: string, period: number): Promise<SourceValue> {
    const versions = await sources.versions(name, isoDay(period))
    const known = versions.filter(({ known_at }) => Date.parse(known_at) <= sources.moment).at(-1)
    if (!known) throw notKnown(name, period)
    const { value, unit, known_at, known_basis, recording: id, url, made_at, feed, sha256, place, quote } = known
    const { verified, find } = await bodyOf(known)
    return {
      ...{ kind: 'series', name, period: isoDay(period), value, unit, known_at, known_basis },
      recording: {
        ...{ id, url, made_at, feed, sha256, key: bodyKey(sha256), verified },
        ...{ ...find(name, period, value), place, quote },
      },
      versions: versions.map(({ version, value, known_at, known_basis, vintage, recording, url }) => ({
        ...{ version, value, known_at, known_basis, vintage, recording, url },
      })),
    }
  }
  return lineage
}

interface BodyReader {
  readonly verified: boolean
  find(series: string, period: number, value: number): ValueProof
}

const nowhere: ValueProof = { formula: null, passages: [] }
const unreadable: BodyReader = { verified: false, find: () => nowhere }

/** Reads a stored body, which the store checks against its hash; one that is missing or altered shows nothing. */
async function readBody(recordings: RecordingStore, { recording: id, recorded_at: at }: SightedVersion): Promise<BodyReader> {
  try {
    const recording = await recordings.get(id, at)
    if (recording === null) return unreadable
    const bytes = await recordings.body(recording)
    let proofOf: ReturnType<typeof passagesOf> | null = null
    return {
      verified: true,
      find: (name, period, value) => {
        const row = seriesById.get(name)
        if (row) {
          proofOf ??= passagesIn(bytes)
          return proofOf(passageQueryOf(row, period, value, recording.at)) ?? nowhere
        }
        const passage = numberInText(Buffer.from(bytes).toString('utf8'), value)
        return passage ? { formula: null, passages: [passage] } : nowhere
      },
    }
  } catch (error) {
    if (error instanceof BriefingError) return unreadable
    throw error
  }
}

/** What a body shows; nothing where it is an archive and no workbook. */
function passagesIn(body: Uint8Array): ReturnType<typeof passagesOf> {
  try {
    return passagesOf(body)
  } catch (error) {
    if (error instanceof BriefingError) return () => null
    throw error
  }
}

function passageQueryOf({ key, frequency, alsoIn }: Series, period: number, value: number, recordedAt: string): PassageQuery {
  const factors = alsoIn ? [1, alsoIn.factor] : [1]
  return { key, period, value, frequency, factors, recordedOn: dayOf(Date.parse(recordedAt)) }
}

function notKnown(name: string, period: number): NotFoundError {
  return new NotFoundError('NOT_KNOWN', `no value of ${name} for ${isoDay(period)} was known then; choose another --date`)
}

/** Every value of a series a lineage ends at. */
export function sourceValuesOf(lineage: Lineage): SourceValue[] {
  return lineage.kind === 'series' ? [lineage] : lineage.inputs.flatMap(sourceValuesOf)
}

/** Whether a value was found in bytes that match their recording. */
export function isVerifiedSource({ recording }: SourceValue): boolean {
  return recording.verified && recording.passages.length > 0
}

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
  if (recording.verified && !isVerifiedSource(source)) lines.push(`${indent}NOT FOUND: the body does not contain this value`)
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
