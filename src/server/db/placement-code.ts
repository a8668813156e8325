import type { Placement, PlacementFactor, PlacementWarning, UnplacedReason } from '#contract/placement.ts'
import { minuteMs } from '#domain/time/units.ts'

/**
 * Stored reasons take some 40 bytes instead of 340 as JSON. In the first byte, 1 means unscheduled, 2 means that there
 * are warnings, and the bits from 4 on count the factors. With 128 the rest is JSON, for unusual values and for rows from
 * before the code existed. The positions of codes in these lists are stored: new ones go to the end.
 */
type FieldKind = 'id' | 'idOrNull' | 'ids' | 'text' | 'textOrNull' | 'hours' | 'instant'
type Shape = readonly [code: string, ...fields: (readonly [name: string, kind: FieldKind])[]]

const factorShapes: readonly Shape[] = [
  ['now'],
  ['release'],
  ['planned'],
  ['predecessor', ['operationId', 'id'], ['lagHours', 'hours']],
  ['workCentreBusy', ['categoryId', 'id'], ['operationId', 'idOrNull']],
  ['sequence', ['categoryId', 'id'], ['operationId', 'id']],
  ['closed', ['holiday', 'textOrNull']],
  ['pinned'],
  ['frozen', ['until', 'instant']],
  ['started'],
  ['completed'],
  ['material'],
  [
    'changeover',
    ['categoryId', 'id'],
    ['operationId', 'id'],
    ['fromFamily', 'text'],
    ['toFamily', 'text'],
    ['hours', 'hours'],
  ],
]
const unplacedShapes: readonly Shape[] = [
  ['onHold'],
  ['waitsForUnplaced', ['operationId', 'id']],
  ['notPlanned'],
  ['projectNotScheduled', ['phase', 'text']],
  ['cycle', ['operationIds', 'ids']],
  ['invalidDuration'],
  ['unknownPredecessor', ['operationId', 'id']],
  ['noWorkingTime', ['categoryId', 'idOrNull']],
]
const warningShapes: readonly Shape[] = [
  ['overload', ['categoryId', 'id']],
  ['startsBeforePredecessor', ['operationId', 'id']],
  ['startsInClosedTime'],
  ['pinPassed'],
  ['startsBeforeMaterial'],
  ['lagTooLong', ['operationId', 'id']],
  ['changeoverTooShort', ['operationId', 'id']],
]

const [isUnplaced, hasWarnings, isJson] = [1, 2, 128]
const mostFactors = 31
/** Flag in the first byte of a factor, above its code. */
const isBinding = 16
/** How the instant of a factor is stored: the same as of the factor before it, or later by minutes or milliseconds. */
const [sameInstant, laterMinutes, laterMs] = [0, 32, 64]
const quarters = 4
const canonicalId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Thrown for values that the code cannot express. */
class Unusual extends Error {}
const usual = <T>(value: T, isUsual: boolean): T => {
  if (!isUsual) throw new Unusual()
  return value
}

class Writer {
  readonly bytes: number[] = []

  byte(value: number): void {
    this.bytes.push(value)
  }

  count(value: number): void {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.bytes.push(128 + (rest % 128))
    this.bytes.push(rest)
  }

  integer(value: number): void {
    usual(value, Number.isInteger(value) && Math.abs(value) < 2 ** 51 && !Object.is(value, -0))
    this.count(value < 0 ? -2 * value - 1 : 2 * value)
  }

  id(value: string): void {
    const hex = usual(value, canonicalId.test(value)).replaceAll('-', '')
    for (let at = 0; at < 32; at += 2) this.bytes.push(Number.parseInt(hex.slice(at, at + 2), 16))
  }

  text(value: string): void {
    const bytes = Buffer.from(usual(value, value.isWellFormed()), 'utf8')
    this.count(bytes.length)
    for (const byte of bytes) this.bytes.push(byte)
  }

  /** Writes whether there is a value, and then the value. */
  orNull<T>(value: T | null, write: (value: T) => void): void {
    this.byte(value === null ? 0 : 1)
    if (value !== null) write(value)
  }

  field(kind: FieldKind, value: unknown, atMs: number): void {
    if (kind === 'id') this.id(value as string)
    else if (kind === 'idOrNull') this.orNull(value as string | null, (id) => this.id(id))
    else if (kind === 'text') this.text(value as string)
    else if (kind === 'textOrNull') this.orNull(value as string | null, (text) => this.text(text))
    else if (kind === 'hours') this.integer((value as number) * quarters)
    else if (kind === 'instant') this.later(value as number, atMs)
    else {
      const ids = value as readonly string[]
      this.count(ids.length)
      for (const id of ids) this.id(id)
    }
  }

  later(ms: number, thanMs: number): void {
    usual(ms, Number.isSafeInteger(ms) && !Object.is(ms, -0))
    this.integer(ms - thanMs)
  }

  coded(shapes: readonly Shape[], said: { readonly code: string }, flags = 0, atMs = 0): void {
    const index = shapes.findIndex(([code]) => code === said.code)
    const [, ...fields] = shapes[usual(index, index >= 0)] ?? []
    this.byte(index + flags)
    // The instant of a factor is stored before its fields.
    if (flags & laterMinutes) this.integer(atMs / minuteMs)
    else if (flags & laterMs) this.integer(atMs)
    const at = 'at' in said ? (said.at as number) : 0
    for (const [name, kind] of fields) this.field(kind, (said as unknown as Record<string, unknown>)[name], at)
  }

  factor(factor: PlacementFactor, previousMs: number): void {
    usual(factor.at, Number.isSafeInteger(factor.at) && !Object.is(factor.at, -0))
    // The capacity by time is rare, so it has no code.
    usual(factor, factor.code !== 'workCentreBusy' || factor.available === undefined)
    // Stored as JSON, which the release before this one reads as well.
    usual(factor, !('lagUnit' in factor || 'overlapPercent' in factor || 'lastBatch' in factor))
    const later = factor.at - previousMs
    const way = later === 0 ? sameInstant : later % minuteMs === 0 ? laterMinutes : laterMs
    this.coded(factorShapes, factor, (factor.binding ? isBinding : 0) + way, later)
  }
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new Error('Stored reasons end too early')
    return byte
  }

  take(length: number): Buffer {
    this.#at += length
    return Buffer.from(this.#bytes.subarray(this.#at - length, this.#at))
  }

  count(): number {
    let value = 0
    for (let times = 1; ; times *= 128) {
      const byte = this.byte()
      value += (byte % 128) * times
      if (byte < 128) return value
    }
  }

  integer(): number {
    const count = this.count()
    return count % 2 === 0 ? count / 2 : -(count + 1) / 2
  }

  id(): string {
    const hex = this.take(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }

  text(): string {
    return this.take(this.count()).toString('utf8')
  }

  field(kind: FieldKind, atMs: number): unknown {
    if (kind === 'id') return this.id()
    if (kind === 'idOrNull') return this.byte() === 0 ? null : this.id()
    if (kind === 'text') return this.text()
    if (kind === 'textOrNull') return this.byte() === 0 ? null : this.text()
    if (kind === 'hours') return this.integer() / quarters
    if (kind === 'instant') return atMs + this.integer()
    return Array.from({ length: this.count() }, () => this.id())
  }

  fields([code, ...fields]: Shape, before: object = {}, atMs = 0): Record<string, unknown> {
    const said: Record<string, unknown> = { code, ...before }
    for (const [name, kind] of fields) said[name] = this.field(kind, atMs)
    return said
  }

  coded(shapes: readonly Shape[]): Record<string, unknown> {
    return this.fields(shapeAt(shapes, this.byte()))
  }

  factor(previousMs: number): PlacementFactor {
    const first = this.byte()
    const shape = shapeAt(factorShapes, first % isBinding)
    const later = first & laterMinutes ? this.integer() * minuteMs : first & laterMs ? this.integer() : 0
    const at = previousMs + later
    return this.fields(shape, { at, binding: (first & isBinding) !== 0 }, at) as PlacementFactor
  }
}

const shapeAt = (shapes: readonly Shape[], index: number): Shape => {
  const shape = shapes[index]
  if (!shape) throw new Error(`Stored reasons have a code that this release does not know: ${index}`)
  return shape
}

const flagsOf = ({ unplaced, warnings }: Placement): number =>
  (unplaced ? isUnplaced : 0) + (warnings.length > 0 ? hasWarnings : 0)

const coded = (placement: Placement): number[] => {
  const { factors, unplaced, warnings } = placement
  // Only operations with alternatives have these, and they are rare, so there is no code.
  usual(placement, placement.others === undefined)
  const writer = new Writer()
  writer.byte(flagsOf(placement) + 4 * usual(factors.length, factors.length <= mostFactors))
  let previousMs = 0
  for (const factor of factors) {
    writer.factor(factor, previousMs)
    previousMs = factor.at
  }
  if (unplaced) writer.coded(unplacedShapes, unplaced)
  if (warnings.length > 0) writer.count(warnings.length)
  for (const warning of warnings) writer.coded(warningShapes, warning)
  return writer.bytes
}

/** The code as a text that the database reads as bytes, also inside JSON. */
export const encodePlacement = (placement: Placement): string => {
  try {
    return `\\x${Buffer.from(coded(placement)).toString('hex')}`
  } catch (error) {
    if (!(error instanceof Unusual)) throw error
    return `\\x${Buffer.from([isJson + flagsOf(placement), ...Buffer.from(JSON.stringify(placement))]).toString('hex')}`
  }
}

/** Decodes stored reasons: bytes or, inside JSON, a text. */
export const decodePlacement = (stored: Uint8Array | string): Placement => {
  const bytes = typeof stored === 'string' ? Buffer.from(stored.slice(2), 'hex') : stored
  const reader = new Reader(bytes)
  const first = reader.byte()
  if (first & isJson) return JSON.parse(Buffer.from(bytes.subarray(1)).toString('utf8')) as Placement
  const factors: PlacementFactor[] = []
  for (let left = Math.floor(first / 4); left > 0; left--) factors.push(reader.factor(factors.at(-1)?.at ?? 0))
  const unplaced = first & isUnplaced ? (reader.coded(unplacedShapes) as UnplacedReason) : null
  const warnings = Array.from(
    { length: first & hasWarnings ? reader.count() : 0 },
    () => reader.coded(warningShapes) as PlacementWarning,
  )
  return { factors, unplaced, warnings }
}
