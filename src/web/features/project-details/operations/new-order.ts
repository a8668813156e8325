/** The ids with `id` taken out and put where `overId` stands; unchanged when either is not there. */
export const placedAt = (ids: readonly string[], id: string, overId: string): string[] => {
  const [from, to] = [ids.indexOf(id), ids.indexOf(overId)]
  return from < 0 || to < 0 ? [...ids] : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** The ids with `id` one place up (-1) or down (1); unchanged at the ends. */
export const movedBy = (ids: readonly string[], id: string, step: -1 | 1): string[] => {
  const other = ids[ids.indexOf(id) + step]
  return ids.includes(id) && other !== undefined ? placedAt(ids, id, other) : [...ids]
}
