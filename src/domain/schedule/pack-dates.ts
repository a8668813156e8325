import type { PackedColumns } from '#contract/packed-columns.ts'
import { packer, unpacker } from './pack-columns.ts'
import { packTimes, unpackTimes } from './pack-schedule.ts'

/** Dates of operations by their ids, in epoch ms, 0 = none. */
export interface DateColumns {
  readonly ids: string[]
  readonly startMs: number[]
  readonly endMs: number[]
  /** The latest end with which the due date is still met. */
  readonly needByMs: number[]
}

/** Packs the dates for the wire. */
export const packDates = ({ ids, startMs, endMs, needByMs }: DateColumns): PackedColumns => {
  const { packed, ids: packIds, numbers } = packer()
  packIds('operations', ids)
  packTimes({ startMs, endMs }, numbers)
  // The plan of a run has none.
  if (needByMs.some((ms) => ms !== 0)) numbers('needBy', needByMs)
  return packed
}

/** Reads the dates that `packDates` has written. */
export const unpackDates = (packed: PackedColumns): DateColumns => {
  const { ids: unpackIds, numbers } = unpacker(packed)
  const ids = unpackIds('operations')
  const needByMs = numbers('needBy')
  return { ids, ...unpackTimes(numbers), needByMs: needByMs.length > 0 ? needByMs : ids.map(() => 0) }
}
