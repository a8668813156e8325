const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Place of each text among all of them, as people sort (numbers by value, case aside); equal texts share one. */
export const textRanks = (texts: readonly string[]): Int32Array => {
  const distinct = [...new Set(texts)].sort(collator.compare)
  const rankOf = new Map<string, number>()
  let rank = -1
  for (const [index, text] of distinct.entries()) {
    if (index === 0 || collator.compare(distinct[index - 1] as string, text) !== 0) rank++
    rankOf.set(text, rank)
  }
  return Int32Array.from(texts, (text) => rankOf.get(text) as number)
}
