/** Up to two initials of a display name: 'Dana Wells' -> 'DW', 'planner@example.com' -> 'P', nothing -> '?'. */
export function initials(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/u).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}
