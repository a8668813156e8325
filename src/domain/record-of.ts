/** A record with a value for each of these names. */
export const recordOf = <Name extends string, T>(names: readonly Name[], read: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, T>
