interface Span {
  readonly startMs: number
  /** null = it is running. */
  readonly endMs: number | null
}

/**
 * Groups the spans, oldest first, so that at most `most` groups remain: neighbors with the shortest breaks between them come together.
 * A running span stays alone, and spans that overlap are not joined, even if more than `most` groups then remain. Returns the indexes of
 * each group in order.
 */
export const joinShortBreaks = (spans: readonly Span[], most: number): number[][] => {
  const breaks = spans.slice(1).flatMap((next, index) => {
    const endMs = spans[index]?.endMs ?? null
    // A span before the neighbor may end after it.
    const latestMs = spans.slice(0, index).reduce((latest, span) => Math.max(latest, span.endMs ?? Infinity), -Infinity)
    const isApart = endMs !== null && next.endMs !== null && next.startMs >= endMs && latestMs <= endMs
    return isApart ? [{ index: index + 1, breakMs: next.startMs - endMs }] : []
  })
  const shortest = breaks.toSorted((a, b) => a.breakMs - b.breakMs || a.index - b.index)
  const joins = new Set(shortest.slice(0, Math.max(0, spans.length - most)).map(({ index }) => index))
  const groups: number[][] = []
  for (const index of spans.keys()) {
    if (joins.has(index)) groups.at(-1)?.push(index)
    else groups.push([index])
  }
  return groups
}
