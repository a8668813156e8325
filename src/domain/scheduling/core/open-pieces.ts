import type { CoreCalendar } from './core-problem.ts'
import type { SetupTimeline } from './setup-timeline.ts'
import type { StepProfile } from './step-profile.ts'

/**
 * Work that needs several resources pauses while one of them is closed. It occupies a resource that is freed in the meantime in pieces: its
 * own open time, expressed in work of the resource's calendar, which is open whenever the operation proceeds.
 */
const eachPiece = (
  own: CoreCalendar,
  resource: CoreCalendar,
  from: number,
  length: number,
  use: (from: number, to: number) => void,
): void => {
  const until = from + length
  for (let work = from; work < until; ) {
    const open = own.startWall(work)
    const length = Math.min(own.closeAfter(work) - open, until - work)
    const at = resource.toWork(open)
    use(at, at + length)
    work += length
  }
}

/** A demand of an operation on a resource with a different calendar. */
interface OtherDemand<R> {
  readonly room: R
  /** Number of units, or the required family. */
  readonly need: number
  readonly own: CoreCalendar
  readonly other: CoreCalendar
}

/** Books units of the resource for all pieces of an operation, or releases them if the units are negative. */
export const bookPieces = ({ room, need, own, other }: OtherDemand<StepProfile>, from: number, length: number): void =>
  eachPiece(own, other, from, length, (at, to) => room.book(at, to, need))

/** First work >= `from` of the operation's own calendar at which the resource is free in all its pieces; Infinity = never. */
export const fitPieces = (
  { room, need, own, other }: OtherDemand<StepProfile>,
  from: number,
  length: number,
): number => {
  let start = from
  for (let work = from; work < start + length; ) {
    const open = own.startWall(work)
    if (open === Infinity) return Infinity
    const piece = Math.min(own.closeAfter(work) - open, start + length - work)
    const at = other.toWork(open)
    const busyUntil = room.busyUntil(at, at + piece, need)
    if (busyUntil === Infinity) return Infinity
    if (busyUntil === -Infinity) work += piece
    else {
      // Every start up to the end of this time would still need the resource then.
      start = own.toWork(other.startWall(busyUntil))
      work = start
    }
  }
  return start
}

/** First work >= `from` at which every demand is met. Each function returns the first such work for its demand; Infinity = never. */
export const fitTogether = (fits: readonly ((from: number) => number)[], from: number): number => {
  let start = from
  for (let before = Number.NaN; before !== start && start !== Infinity; ) {
    before = start
    for (const earliestFit of fits) if (start !== Infinity) start = earliestFit(start)
  }
  return start
}

/**
 * The first fit on a resource that an operation occupies from start to end, including pauses. It needs at least its own
 * work on the resource and begins after all obstacles, because a later start also means a later end.
 */
export const fitWhole = (
  { room, need, own, other }: OtherDemand<StepProfile | SetupTimeline>,
  from: number,
  length: number,
): number => {
  for (let start = from; start !== Infinity; ) {
    const open = own.startWall(start)
    const close = own.endWall(start + length)
    if (open === Infinity || close === Infinity) return Infinity
    const at = other.toWork(open)
    const fit = room.earliestFit(at, length, need)
    const until = fit > at ? fit : room.busyUntil(at, other.toWork(close), need)
    if (until === -Infinity) return start
    if (until === Infinity) return Infinity
    start = own.toWork(other.startWall(until))
  }
  return Infinity
}
