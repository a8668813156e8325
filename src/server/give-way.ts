import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread below that of its process, so that a computation does not slow down the threads that
 * answer people. Only on Linux, because other systems would lower the priority of the whole process.
 */
export const giveWay = (): void => {
  if (process.platform !== 'linux') return
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL))
}
