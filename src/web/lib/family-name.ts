/** What a reader calls a setup family. */
export const familyName = (family: string): string => family || 'no family'
