import { importLimits } from '#contract/imports.ts'
import { textCell } from '#domain/import/cell-errors.ts'
import { FileRefused } from './file-refused.ts'
import { JsonText } from './json-text.ts'
import { SourceRows } from './source-rows.ts'

/** How deep a list of records is looked for: `{"d": {"results": [...]}}`. */
const mostLevels = 3
/** Objects of a level that are looked into. */
const mostObjects = 1_000

/** True if a text begins like an object, or like a list of objects. */
export const isJson = (text: string): boolean => /^\uFEFF?\s*(?:\{\s*["}]|\[\s*[[{\]])/.test(text)

const noList = () =>
  new FileRefused('This JSON file has no list of records. A list such as [{"order": "1042"}, ...] can be imported.')

const isEmptyList = (text: string, at: number): boolean => {
  const list = new JsonText(text, at)
  return list.take('[') && list.take(']')
}
const isListOfObjects = (text: string, at: number): boolean => {
  const list = new JsonText(text, at)
  return list.take('[') && list.next() === '{'
}

/** Where the objects and lists begin that an object has as members. */
function* membersOf(text: string, at: number): Generator<number> {
  const json = new JsonText(text, at)
  json.need('{')
  if (json.take('}')) return
  do {
    json.name()
    const isNested = /[[{]/.test(json.next())
    const begin = json.at
    json.skip()
    if (isNested) yield begin
  } while (json.take(','))
}

/** Where the list of records begins: the whole file, or the first list of objects, outer ones before inner ones. */
const findList = (text: string): number => {
  const root = new JsonText(text)
  root.next()
  const begin = root.at
  if (isListOfObjects(text, begin)) return begin
  let empty = isEmptyList(text, begin) ? begin : null
  let level = text.charAt(begin) === '{' ? [begin] : []
  for (let depth = 0; depth < mostLevels && level.length > 0; depth += 1) {
    const inner: number[] = []
    for (const object of level) {
      for (const at of membersOf(text, object)) {
        if (isListOfObjects(text, at)) return at
        if (isEmptyList(text, at)) empty ??= at
        if (text.charAt(at) === '{' && inner.length < mostObjects) inner.push(at)
      }
    }
    level = inner
  }
  if (empty === null) throw noList()
  return empty
}

/** Visits the members of each record of a list: `visit` steps over the value. */
const eachMember = (
  text: string,
  at: number,
  visit: { member: (json: JsonText, name: string, record: number) => void; end?: (record: number) => void },
): void => {
  const json = new JsonText(text, at)
  json.need('[')
  if (json.take(']')) return
  for (let record = 1; ; record += 1) {
    if (json.next() !== '{') throw new FileRefused(`Record ${record} of the list is not an object.`)
    json.need('{')
    if (!json.take('}')) {
      do visit.member(json, json.name(), record)
      while (json.take(','))
      json.need('}')
    }
    visit.end?.(record)
    if (!json.take(',')) break
  }
  json.need(']')
}

/** The names of all members, in the order in which they appear first. */
const columnsOf = (text: string, at: number): ReadonlyMap<string, number> => {
  const columns = new Map<string, number>()
  eachMember(text, at, {
    member: (json, name) => {
      if (!columns.has(name)) columns.set(name, columns.size)
      if (columns.size > importLimits.columns) throw new FileRefused('The records have more than 100 different fields.')
      json.skip()
    },
  })
  return columns
}

/** Larger exponents than numbers of programs have. */
const mostExponent = 400

/** A number as plain digits, exactly as it is written: an id may have more of them than a number of a program can hold. */
const numberText = (written: string): string => {
  const [, sign = '', whole = '', fraction = '', power] = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/i.exec(written) ?? []
  const exponent = Number(power)
  if (power === undefined || Math.abs(exponent) > mostExponent) return written
  const point = whole.length + exponent
  const digits = (whole + fraction).padEnd(point, '0')
  const own = point > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : `0.${'0'.repeat(-point)}${digits}`
  return sign + own.replace(/^0+(?=\d)/, '').replace(/\.0*$/, '')
}

/** A link as Odoo writes it, `[7, "Saw"]`, is its name; other objects and lists are their JSON text. */
const nestedText = (written: string): string => {
  const value: unknown = JSON.parse(written)
  const isLink = Array.isArray(value) && value.length === 2 && typeof value[0] === 'number'
  return isLink && typeof value[1] === 'string' ? value[1] : written
}

const cellOf = (json: JsonText, name: string, record: number): string => {
  const about = `Record ${record} has`
  if (json.next() === '"') {
    const text = json.string()
    if (text.includes('\u0000') || !text.isWellFormed()) {
      throw new FileRefused(`${about} characters under "${name}" that are none.`)
    }
    return textCell(text)
  }
  const written = json.skip()
  if (written === 'null') return ''
  if (written === 'true' || written === 'false') return written === 'true' ? 'yes' : 'no'
  if (!/^[[{]/.test(written)) return numberText(written)
  if (written.length > importLimits.cellCharacters) {
    throw new FileRefused(`${about} more than 10,000 characters under "${name}". Leave that field out.`)
  }
  try {
    return textCell(nestedText(written))
  } catch {
    throw json.damaged()
  }
}

/**
 * The rows of a list of flat objects: the names of their members, then a row for each record. Empty values are '', yes and no are words,
 * and nested values are JSON texts.
 */
export const readJsonTable = (decoded: string): SourceRows => {
  const text = decoded.replace(/^\uFEFF/, '')
  const whole = new JsonText(text)
  whole.skip()
  if (whole.next() !== '') throw whole.damaged()
  const at = findList(text)
  const columns = columnsOf(text, at)
  const rows = new SourceRows()
  rows.add(1, [...columns.keys()].map(textCell))
  let cells: (string | undefined)[] = []
  eachMember(text, at, {
    member: (json, name, record) => {
      const column = columns.get(name) ?? 0
      if (cells[column] !== undefined) throw new FileRefused(`Record ${record} has the field "${name}" twice.`)
      cells[column] = cellOf(json, name, record)
    },
    end: (record) => {
      rows.add(
        record + 1,
        Array.from(cells, (cell) => cell ?? ''),
      )
      cells = []
    },
  })
  return rows
}
