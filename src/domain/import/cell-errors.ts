/** Error values that spreadsheets show in place of a result, in several languages. */
const errorValues: ReadonlySet<string> = new Set(
  [
    '#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #GETTING_DATA #SPILL! #CALC! #FIELD! #BLOCKED! #UNKNOWN! #CONNECT! #EXTERNAL! #BUSY! #PYTHON! #ERROR!',
    '#WERT! #BEZUG! #ZAHL! #NV #ÜBERLAUF! #KALK! #NUL! #VALEUR! #NOM? #NOMBRE! #PROPAGATION! #EPARS!',
    '#¡NULO! #¡DIV/0! #¡VALOR! #¡REF! #¿NOMBRE? #¡NUM! #N/D #¡DESBORDAMIENTO! #NULLO! #VALORE! #RIF! #NOME? #ESPANSIONE!',
    '#NULO! #VALOR! #NÚM! #LEEG! #DEEL/0! #WAARDE! #VERW! #NAAM? #GETAL! #N/B #ZERO! #DZIEL/0! #ARG! #ADR! #NAZWA? #LICZBA! #N/D!',
  ].flatMap((list) => list.split(' ')),
)

/** Marks a formula whose value is not stored in the file. */
export const missingValue = '#FORMULA?'

const isError = (text: string): boolean =>
  text.startsWith('#')
    ? errorValues.has(text.toUpperCase()) || text === missingValue || /^#{3,}$/.test(text)
    : /^Err:\d{3}$/.test(text)

/** Why a cell has no value; null if it has one. */
export const cellError = (text: string): string | null => {
  const trimmed = text.trim()
  if (!isError(trimmed)) return null
  if (trimmed === missingValue) {
    return 'The formula here has no stored value. Open the file in a spreadsheet program, save it, and import it again.'
  }
  if (trimmed.startsWith('##'))
    return 'The column was too narrow to show its value. Widen it in the spreadsheet and save again.'
  return `The spreadsheet has the error ${trimmed} here`
}

const afterApostrophes = (text: string): string => text.replace(/^'+/, '').trim()

/** Formats text as a cell. Text that looks like an error value gets an apostrophe, as in spreadsheets. */
export const textCell = (text: string): string => (isError(afterApostrophes(text)) ? `'${text}` : text)

/** The inverse of `textCell`, for a cell that is not an error. */
export const cellText = (cell: string): string =>
  cell.startsWith("'") && isError(afterApostrophes(cell)) ? cell.slice(1) : cell
