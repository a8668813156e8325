/** `input` without the fields that were not sent, so that writing it touches nothing else. */
export const sentFields = <T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** An ISO instant of a parsed body as a stored date; undefined = not sent, null = none. */
export const sentDate = (iso: string | null | undefined): Date | null | undefined =>
  iso === undefined || iso === null ? iso : new Date(iso)

/** A stored date on the wire. */
export const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null
