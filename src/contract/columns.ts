import { z } from 'zod/mini'

/**
 * Columns of answers with many rows, in plain JSON. `domain/columns.ts` writes and reads them. A table of columns is an object
 * with one of these for each field.
 */

/** Values in order. A pair of a value and a count stands for that many equal values. */
export type Runs<T> = (T | [value: T, count: number])[]

/** A schema that looks at a column once: zod takes ten times as long to visit every value by itself. */
const runsOf = <T>(isValue: (value: unknown) => boolean) =>
  z.custom<Runs<T>>(
    (column) =>
      Array.isArray(column) &&
      column.every((item) => isValue(item) || (Array.isArray(item) && isValue(item[0]) && Number.isInteger(item[1]))),
  )
export const TextColumn = runsOf<string>((value) => typeof value === 'string')
export const NumberColumn = runsOf<number>((value) => typeof value === 'number')
export const NullableColumn = runsOf<number | null>((value) => value === null || typeof value === 'number')

/** Ids one after the other, each in base64url (22 characters). An array has ids that are no UUIDs. */
export const IdColumn = z.union([z.string(), z.array(z.string())])

/** Each different value once, and the position among them for each row. */
export const ListColumn = <Schema extends z.ZodMiniType>(value: Schema) =>
  z.object({ list: z.array(value), rows: NumberColumn })

/**
 * Whole numbers, 0 = none, of which each is close to another one: its distance from that, in `unit`s, null = none. The other one is the
 * number of the same row in the column `after`, or, where that is null, the one before in the column.
 */
export const StepColumn = z.object({ unit: z.number(), after: z.nullable(z.string()), steps: NullableColumn })
export type StepColumn = z.infer<typeof StepColumn>

export type Column = string | Runs<string> | Runs<number | null> | { list: unknown[]; rows: Runs<number> } | StepColumn

/** The values of a column. */
export type ValuesOf<C> = C extends string | string[]
  ? string[]
  : C extends StepColumn
    ? number[]
    : C extends { list: (infer Value)[] }
      ? Value[]
      : C extends readonly (infer Item)[]
        ? Exclude<Item, readonly unknown[]>[]
        : never

/** The values of each column of a table. */
export type ValuesByName<Table> = { [Name in keyof Table]: ValuesOf<Table[Name]> }
