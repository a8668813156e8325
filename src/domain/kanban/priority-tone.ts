export type PriorityTone = 'error' | 'warning' | 'info' | 'success'

/** Color of a priority from 0 to 100 on a card. */
export const priorityTone = (priority: number): PriorityTone => {
  if (priority >= 90) return 'error'
  if (priority >= 70) return 'warning'
  return priority >= 50 ? 'info' : 'success'
}
