const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Codes of the characters above. A character holds five bits of a number, and a sixth bit says whether another one follows. */
export const codeOfDigit = Uint8Array.from(digits, (digit) => digit.charCodeAt(0))
export const digitOfCode = new Uint8Array(128)
for (const [digit, code] of codeOfDigit.entries()) digitOfCode[code] = digit

/** More characters would be too many arguments for one call. */
const codesPerCall = 8_192

export const textOfCodes = (codes: Uint8Array): string => {
  const parts: string[] = []
  for (let from = 0; from < codes.length; from += codesPerCall) {
    // An array of codes is what the call takes, whatever its type says.
    parts.push(String.fromCharCode.apply(null, codes.subarray(from, from + codesPerCall) as unknown as number[]))
  }
  return parts.join('')
}

/** How many characters a number takes. */
const width = (value: number): number => {
  if (value < 32) return 1
  if (value < 1_024) return 2
  if (value < 32_768) return 3
  return 3 + width(Math.floor(value / 32_768))
}

/**
 * A column is written in the shortest way. Its first number says which: whether it holds differences between neighbors instead
 * of the values, whether equal neighbors are written once with a count (a run), and whether some values are negative.
 */
const isDifferences = 1
const isRuns = 2
const isSigned = 4

/** The greatest common divisor. */
const gcd = (a: number, b: number): number => {
  let [x, y] = [a, b]
  while (y > 0) [x, y] = [y, x % y]
  return x
}

const differences = (column: Float64Array): Float64Array => {
  const steps = new Float64Array(column.length)
  for (let row = 0; row < column.length; row++) steps[row] = (column[row] ?? 0) - (column[row - 1] ?? 0)
  return steps
}

/** The greatest number that divides all values of a column, and whether some of them are negative. */
const unitOf = (column: Float64Array) => {
  let unit = 0
  let signed = false
  for (let row = 0; row < column.length; row++) {
    const value = column[row] ?? 0
    if (value < 0) signed = true
    if (unit === 0) unit = Math.abs(value)
    else if (unit !== 1 && !Number.isInteger(value / unit)) unit = gcd(Math.abs(value), unit)
  }
  return { unit: unit || 1, signed }
}

/**
 * A column as small numbers without signs: divided by their unit, and with negative ones moved to the odd numbers. Also how many
 * characters it takes value by value, and as runs.
 */
const prepare = (column: Float64Array) => {
  const { unit, signed } = unitOf(column)
  const signs = signed ? 2 : 1
  const values = new Float64Array(column.length)
  let single = 0
  let inRuns = 0
  let again = -1
  let before = -1
  // A loop over the index of a typed array, because iterators and mixed arrays take several times as long.
  for (let row = 0; row < column.length; row++) {
    const number = column[row] ?? 0
    const value = number < 0 ? (-number * signs) / unit - 1 : (number * signs) / unit
    values[row] = value
    const size = width(value)
    single += size
    if (value === before) again += 1
    else {
      inRuns += size + (again < 0 ? 0 : width(again))
      again = 0
      before = value
    }
  }
  inRuns += width(Math.max(0, again))
  return { unit, signed, values, single, inRuns }
}

/** Each run as its value, followed by the number of its repetitions. */
const runsOf = (column: Float64Array): number[] => {
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

const written = (head: readonly number[], values: ArrayLike<number>, size: number): string => {
  const codes = new Uint8Array(size + head.reduce((sum, value) => sum + width(value), 0))
  let index = 0
  const write = (value: number): void => {
    let rest = value
    for (; rest >= 2 ** 31; rest = Math.floor(rest / 32)) codes[index++] = codeOfDigit[(rest % 32) + 32] ?? 0
    for (; rest >= 32; rest >>>= 5) codes[index++] = codeOfDigit[(rest & 31) + 32] ?? 0
    codes[index++] = codeOfDigit[rest] ?? 0
  }
  for (const value of head) write(value)
  for (let row = 0; row < values.length; row++) write(values[row] ?? 0)
  return textOfCodes(codes)
}

/** Writes whole numbers as text in the shortest way. */
export const packNumbers = (column: readonly number[]): string => {
  if (column.length === 0) return ''
  const numbers = new Float64Array(column)
  const [plain, differing] = [prepare(numbers), prepare(differences(numbers))]
  const sizeOf = ({ single, inRuns }: typeof plain) => Math.min(single, inRuns)
  const best = sizeOf(differing) < sizeOf(plain) ? differing : plain
  const { unit, signed, values, single, inRuns } = best
  const way = (best === differing ? isDifferences : 0) + (signed ? isSigned : 0)
  return inRuns < single ? written([way + isRuns, unit], runsOf(values), inRuns) : written([way, unit], values, single)
}

const read = (text: string): number[] => {
  const values: number[] = []
  let value = 0
  let scale = 1
  for (let index = 0; index < text.length; index++) {
    const digit = digitOfCode[text.charCodeAt(index)] ?? 0
    value += (digit & 31) * scale
    scale *= 32
    if (digit >= 32) continue
    values.push(value)
    value = 0
    scale = 1
  }
  return values
}

/** Reads the numbers that `packNumbers` has written. */
export const unpackNumbers = (text: string): number[] => {
  const values = read(text)
  const [way = 0, unit = 1] = values
  const isSum = (way & isDifferences) !== 0
  const hasSigns = (way & isSigned) !== 0
  const step = (way & isRuns) === 0 ? 1 : 2
  const column: number[] = []
  let sum = 0
  for (let index = 2; index < values.length; index += step) {
    const size = values[index] ?? 0
    const number = unit * (hasSigns ? (size % 2 === 1 ? -(size + 1) / 2 : size / 2) : size)
    for (let again = step === 1 ? 0 : (values[index + 1] ?? 0); again >= 0; again--) {
      sum = isSum ? sum + number : number
      column.push(sum)
    }
  }
  return column
}
