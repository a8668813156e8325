import type { ImportField } from '#contract/imports.ts'
import { keysOf } from './record-of.ts'

/** What every table of fields says of a field. */
export interface Field<Kind extends string> {
  readonly kind: Kind
  /** The name that screens and history show. */
  readonly title: string
  /** Its column in imports and exports. Absent = files do not carry it. */
  readonly column?: ImportField
  /** The head of that column, where it differs from the title. */
  readonly head?: string
}

/** The names of the fields of a table that match, such as `{ readonly kind: 'line' }`. */
export type NamesWith<Table, Wanted> = {
  [Name in Extract<keyof Table, string>]: Table[Name] extends Wanted ? Name : never
}[Extract<keyof Table, string>]

/** The name of a field in the engine, where an instant is in epoch ms: `materialReadyDate` is `materialReadyMs`. */
export type EngineName<Name extends string> = Name extends `${infer Stem}Date` ? `${Stem}Ms` : Name

/** `EngineName` of a field. */
export const engineName = <Name extends string>(name: Name): EngineName<Name> =>
  name.replace(/Date$/, 'Ms') as EngineName<Name>

/** Whether a value says something: that which says nothing may be left out. */
export const isSaid = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '' && value !== false

/** The questions that code asks of a table of fields. */
export const fieldTable = <Table extends Readonly<Record<string, Field<string>>>>(table: Table) => {
  type Name = Extract<keyof Table, string>
  const names = keysOf(table)
  const byName: ReadonlyMap<string, Table[Name]> = new Map(names.map((name) => [name, table[name]]))
  return {
    names,
    /** The field of a name; null = the table has none. */
    find: (name: string): Table[Name] | null => byName.get(name) ?? null,
    /** The first field that a column of a file holds; null = a column of another table. */
    inColumn: (column: ImportField): Name | null => names.find((name) => table[name]?.column === column) ?? null,
    /** The fields of these kinds. */
    ofKind: <Kind extends Table[Name]['kind']>(...kinds: readonly Kind[]) =>
      names.filter((name): name is NamesWith<Table, { readonly kind: Kind }> =>
        kinds.some((kind) => kind === table[name]?.kind),
      ),
  }
}
