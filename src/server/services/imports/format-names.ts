const mostNames = 10

/** 'A, B, C and 4 more' */
export const formatNames = (names: readonly string[]): string => {
  const more = names.length - mostNames
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
