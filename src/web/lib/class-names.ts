/** Joins the class names that are set; `false`, `null` and `undefined` drop out. */
export const classNames = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ')
