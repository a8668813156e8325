const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Codes of the characters above: a character holds five bits and whether another follows. */
export const codeOfDigit = Uint8Array.from(digits, (digit) => digit.charCodeAt(0))
export const digitOfCode = new Uint8Array(128)
for (const [digit, code] of codeOfDigit.entries()) digitOfCode[code] = digit

/** More at once are too many arguments of one call. */
const codesPerCall = 8_192

export const textOfCodes = (codes: Uint8Array): string => {
  const parts: string[] = []
  for (let from = 0; from < codes.length; from += codesPerCall) {
    parts.push(String.fromCharCode(...codes.subarray(from, from + codesPerCall)))
  }
  return parts.join('')
}

const width = (value: number): number => {
  let characters = 1
  for (let rest = value; rest >= 32; rest = Math.floor(rest / 32)) characters += 1
  return characters
}

/** Ways to write a column; the shortest is taken. */
const isDifferences = 1
const isRuns = 2
const isSigned = 4

const gcd = (a: number, b: number): number => {
  let [x, y] = [a, b]
  while (y > 0) [x, y] = [y, x % y]
  return x
}

const differences = (column: readonly number[]): number[] => column.map((value, row) => value - (column[row - 1] ?? 0))

/** A column divided by what divides all of it, without signs where it has some. */
const unsigned = (column: readonly number[]) => {
  let unit = 0
  let signed = false
  for (const value of column) {
    if (value < 0) signed = true
    if (unit !== 1) unit = gcd(unit, Math.abs(value))
  }
  if (unit === 0) unit = 1
  const values = column.map((value) =>
    signed ? (value < 0 ? (-2 * value) / unit - 1 : (2 * value) / unit) : value / unit,
  )
  return { unit, signed, values }
}

/** Each value followed by how often it comes again. */
const runsOf = (column: readonly number[]): number[] => {
  const runs: number[] = []
  for (let row = 0; row < column.length; ) {
    const value = column[row] ?? 0
    let end = row + 1
    while (end < column.length && column[end] === value) end += 1
    runs.push(value, end - row - 1)
    row = end
  }
  return runs
}

const written = (values: readonly number[]): string => {
  let length = 0
  for (const value of values) length += width(value)
  const codes = new Uint8Array(length)
  let place = 0
  for (const value of values) {
    let rest = value
    for (; rest >= 32; rest = Math.floor(rest / 32)) codes[place++] = codeOfDigit[(rest % 32) + 32] ?? 0
    codes[place++] = codeOfDigit[rest] ?? 0
  }
  return textOfCodes(codes)
}

const widthOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + width(value), 0)

/** Whole numbers as text: as they are or as differences, one by one or as runs, whichever is shortest. */
export const packNumbers = (column: readonly number[]): string => {
  const ways = [false, true].flatMap((differ) => {
    const { unit, signed, values } = unsigned(differ ? differences(column) : column)
    const way = (differ ? isDifferences : 0) + (signed ? isSigned : 0)
    const runs = runsOf(values)
    return [
      { head: [way, unit], values, size: widthOf(values) },
      { head: [way + isRuns, unit], values: runs, size: widthOf(runs) },
    ]
  })
  const shortest = ways.reduce((best, way) => (way.size < best.size ? way : best))
  return column.length === 0 ? '' : written([...shortest.head, ...shortest.values])
}

const read = (text: string): number[] => {
  const values: number[] = []
  let value = 0
  let scale = 1
  for (let place = 0; place < text.length; place++) {
    const digit = digitOfCode[text.charCodeAt(place)] ?? 0
    value += (digit % 32) * scale
    scale *= 32
    if (digit >= 32) continue
    values.push(value)
    value = 0
    scale = 1
  }
  return values
}

/** The numbers that `packNumbers` was given. */
export const unpackNumbers = (text: string): number[] => {
  const values = read(text)
  const [way = 0, unit = 1] = values
  const isSum = (way & isDifferences) !== 0
  const hasSigns = (way & isSigned) !== 0
  const step = (way & isRuns) === 0 ? 1 : 2
  const column: number[] = []
  let sum = 0
  for (let place = 2; place < values.length; place += step) {
    const size = values[place] ?? 0
    const signed = hasSigns ? (size % 2 === 1 ? -(size + 1) / 2 : size / 2) : size
    for (let again = step === 1 ? 0 : (values[place + 1] ?? 0); again >= 0; again--) {
      sum = isSum ? sum + signed * unit : signed * unit
      column.push(sum)
    }
  }
  return column
}
