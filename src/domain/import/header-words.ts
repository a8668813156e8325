/** Words that say the same in a header. */
const sameWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['#', 'nr', 'num', 'number', 'numero', 'numéro', 'número', 'nummer', 'nro'].map((word) => [word, 'no']),
  ),
  ...Object.fromEntries(['h', 'hr', 'hrs', 'hour'].map((word) => [word, 'hours'])),
  centre: 'center',
  workcentre: 'workcenter',
  colour: 'color',
  oper: 'op',
  opn: 'op',
}

/** A header is a name: what stands behind this many characters names nothing. */
const longest = 200

/** A header in lower case and without signs, for comparing: 'Op. #' and 'OP No' are the same. */
export const headerWords = (header: string): string =>
  header
    .slice(0, longest)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/№|n[°º]/gu, ' no ')
    .replaceAll(/([#%])/g, ' $1 ')
    .replaceAll(/[^\p{L}\p{M}\p{N}#%]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => (Object.hasOwn(sameWords, word) ? sameWords[word] : word))
    .join(' ')

/** A time that a header names as the unit of its column, in hours. */
export interface HeaderUnit {
  readonly word: string
  readonly hours: number
}

const unitHours: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['s', 'sec', 'secs', 'seconds', 'sekunden'].map((word) => [word, 1 / 3_600])),
  ...Object.fromEntries(['min', 'mins', 'minutes', 'minuten', 'minutos', 'mn'].map((word) => [word, 1 / 60])),
  ...Object.fromEntries(['hours', 'std', 'stunden', 'horas', 'heures'].map((word) => [word, 1])),
  ...Object.fromEntries(['d', 'day', 'days', 'tage', 'días', 'dias', 'jours'].map((word) => [word, 8])),
  ...Object.fromEntries(['w', 'wk', 'wks', 'week', 'weeks', 'wochen', 'semanas', 'semaines'].map((word) => [word, 40])),
}
/** Words of a row below the names that says in what the columns are measured. */
const otherUnits = new Set([
  'date',
  'datum',
  'fecha',
  'text',
  'no',
  'pcs',
  'pc',
  'ea',
  'each',
  'stk',
  'stück',
  'pieces',
  '%',
  'y n',
  'yes no',
  'usd',
  'eur',
  'kg',
  'lb',
  'lbs',
  'mm',
  'in',
  'mm dd yyyy',
  'dd mm yyyy',
  'yyyy mm dd',
  'mm dd yy',
  'dd mm yy',
  'tt mm jjjj',
])

/** Whether a cell can only be the unit of a column. */
export const isUnit = (cell: string): boolean => {
  const words = headerWords(cell)
  return Object.hasOwn(unitHours, words) || otherUnits.has(words) || /^[$€£¥%]$/.test(cell.trim())
}

/** The unit of the numbers of a column of times: that of its brackets, else of its last word; null = hours, or not said. */
export const headerUnit = (header: string): HeaderUnit | null => {
  const inBrackets = [...header.slice(0, longest).matchAll(/[([{]([^)\]}]*)[)\]}]/g)].map(([, text = '']) =>
    headerWords(text),
  )
  const words = headerWords(header).split(' ')
  for (const word of [...inBrackets, words.at(-1) ?? '', words[0] ?? '']) {
    const hours = Object.hasOwn(unitHours, word) ? unitHours[word] : undefined
    if (hours !== undefined) return hours === 1 ? null : { word, hours }
  }
  return null
}

/** The ways to look up a header: whole, without what stands in brackets, and without a unit of time at its end (null = it has none). */
export const headerNames = (header: string): { whole: string; unbracketed: string; unitless: string | null } => {
  const unbracketed = headerWords(header.slice(0, longest).replaceAll(/[([{][^)\]}]*[)\]}]/g, ' '))
  const words = unbracketed.split(' ')
  const hasUnit = words.length > 1 && Object.hasOwn(unitHours, words.at(-1) ?? '')
  return { whole: headerWords(header), unbracketed, unitless: hasUnit ? words.slice(0, -1).join(' ') : null }
}
