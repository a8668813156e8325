import type { CellProblem, ChoiceList } from '#contract/import-previews.ts'
import { cellError, cellText } from './cell-errors.ts'
import { noPredecessors } from './predecessor-text.ts'
import { nameKey } from './text-key.ts'

/** The value of a cell, or the problem with its text. */
export type Read =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly choices?: ChoiceList }
export type ReadCell = (text: string) => Read

export const fine = (value: unknown): Read => ({ ok: true, value })
/** A problem. `choices` is the list from which the reader can choose a value instead. */
export const wrong = (message: string, choices?: ChoiceList): Read => ({
  ok: false,
  message,
  ...(choices && { choices }),
})

/** The part of a contract schema that a cell needs. */
export interface Schema {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } }
}

export const bySchema =
  (schema: Schema): ReadCell =>
  (text) => {
    const parsed = schema.safeParse(text)
    return parsed.success ? fine(parsed.data) : wrong(parsed.error.issues[0]?.message ?? 'Not allowed')
  }

/** Whether the text means "none" in a cell with a date, number or name. */
export const isNone = (text: string): boolean => text.trim() === noPredecessors

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const yes = words('yes y true t x 1 ja j wahr oui vrai sí si s verdadero ✓ ✔ ☑')
const no = words(`no n false f 0 nein falsch non faux falso ☐ ✗ ✘ ${noPredecessors}`)

export const readYes: ReadCell = (text) => {
  const word = text.trim().toLowerCase()
  if (yes.has(word)) return fine(true)
  return no.has(word) ? fine(false) : wrong('Enter yes or no')
}

export const oneOf =
  <T extends string>(
    values: readonly T[],
    titleOf: (value: T) => string,
    { what, choices, others }: { what: string; choices: ChoiceList; others?: ReadonlyMap<string, T> },
  ): ReadCell =>
  (text) => {
    const word = nameKey(text)
    const found = values.find((value) => nameKey(value) === word || nameKey(titleOf(value)) === word)
    const known = found ?? others?.get(word)
    return known ? fine(known) : wrong(`Not a ${what}: ${values.map(titleOf).join(', ')}`, choices)
  }

export const numberReader =
  (schema: Schema, toNumber: (text: string) => number, wanted: string): ReadCell =>
  (text) => {
    const value = toNumber(text)
    if (Number.isNaN(value)) return wrong(wanted)
    const parsed = schema.safeParse(value)
    return parsed.success ? fine(parsed.data) : wrong(parsed.error.issues[0]?.message ?? wanted)
  }

export const orNone =
  (read: ReadCell): ReadCell =>
  (text) =>
    isNone(text) ? fine(null) : read(text)

/** Reads the value of a cell, or its problem. A spreadsheet error has no value. */
export const readCell = (
  cell: string,
  at: Pick<CellProblem, 'row' | 'column'>,
  read: ReadCell,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: CellProblem } => {
  const error = cellError(cell)
  if (error) return { ok: false, problem: { ...at, message: error } }
  const result = read(cellText(cell))
  if (result.ok) return result
  const { ok: _ok, ...problem } = result
  return { ok: false, problem: { ...at, ...problem } }
}
