/** Builds a record with a value for each name. */
export const recordOf = <Name extends string, T>(names: readonly Name[], read: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, T>

/** The keys of a record, typed. */
export const keysOf = <T extends object>(record: T): Extract<keyof T, string>[] =>
  Object.keys(record) as Extract<keyof T, string>[]

/** The part of a record that has these names. */
export const pick = <T extends object, Name extends keyof T>(record: T, names: readonly Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, Name>
