/** Joins class names and drops `false`, `null` and `undefined`. */
export const classNames = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ')
