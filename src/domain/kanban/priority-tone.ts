export type PriorityTone = 'error' | 'warning' | 'info' | 'success'

/** Color of a priority of 0 to 100 on a card (specification 9). */
export const priorityTone = (priority: number): PriorityTone => {
  if (priority >= 90) return 'error'
  if (priority >= 70) return 'warning'
  return priority >= 50 ? 'info' : 'success'
}
