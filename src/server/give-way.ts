import { constants, getPriority, setPriority } from 'node:os'

/** How far the priority of a thread lies below that of its process. `much`: background work; `little`: one person waits for it. */
export const wayGiven = {
  much: constants.priority.PRIORITY_BELOW_NORMAL,
  little: constants.priority.PRIORITY_BELOW_NORMAL / 2,
  none: 0,
} as const

/**
 * Lowers the priority of the calling thread below that of its process, so that a computation does not slow down the threads that
 * answer people. Only on Linux, because other systems would lower the priority of the whole process.
 */
export const giveWay = (by: keyof typeof wayGiven = 'much'): void => {
  if (process.platform !== 'linux') return
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + wayGiven[by]))
}
