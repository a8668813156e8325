import { noPredecessors } from './predecessor-text.ts'

/** The value of a cell, or what is wrong with its text. */
export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }
export type ReadCell = (text: string) => Read

export const fine = (value: unknown): Read => ({ ok: true, value })
export const wrong = (message: string): Read => ({ ok: false, message })

/** A schema of the contract, as far as a cell needs it. */
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

/** The sign for "none" in cells that otherwise hold a date, a number or a name. */
export const isNone = (text: string): boolean => text.trim() === noPredecessors

const yes: ReadonlySet<string> = new Set(['yes', 'y', 'true', 'x', '1', 'ja'])
const no: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', 'nein', noPredecessors])

export const readYes: ReadCell = (text) => {
  const word = text.trim().toLowerCase()
  if (yes.has(word)) return fine(true)
  return no.has(word) ? fine(false) : wrong('Enter yes or no')
}

export const oneOf =
  <T extends string>(values: readonly T[], titleOf: (value: T) => string, what: string): ReadCell =>
  (text) => {
    const word = text.trim().toLowerCase()
    const found = values.find((value) => value.toLowerCase() === word || titleOf(value).toLowerCase() === word)
    return found ? fine(found) : wrong(`Not a ${what}: ${values.map(titleOf).join(', ')}`)
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
