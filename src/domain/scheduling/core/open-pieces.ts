import type { CoreCalendar } from './core-problem.ts'
import type { SetupTimeline } from './setup-timeline.ts'
import type { StepProfile } from './step-profile.ts'

/**
 * Work that needs several resources pauses while one of them is closed. What is free for other work then, it uses in pieces: its own open
 * time, counted in the work of the resource's calendar, which opens whenever the operation works.
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

/** A demand of an operation whose calendar is not the resource's. */
interface OtherDemand<R> {
  readonly room: R
  /** How many units of it, or the family for which it must be set up. */
  readonly need: number
  readonly own: CoreCalendar
  readonly other: CoreCalendar
}

/** Takes units of the resource in all pieces of an operation, or gives them back where they are less than none. */
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
      // Every start up to the end of this time would still need it.
      start = own.toWork(other.startWall(busyUntil))
      work = start
    }
  }
  return start
}

/** First work >= `from` at which every demand is met. Each says the first such work for itself; Infinity = never. */
export const fitTogether = (fits: readonly ((from: number) => number)[], from: number): number => {
  let start = from
  for (let before = Number.NaN; before !== start && start !== Infinity; ) {
    before = start
    for (const earliestFit of fits) if (start !== Infinity) start = earliestFit(start)
  }
  return start
}

/**
 * The first fit at a resource that an operation holds from its start to its end, also while it pauses. It needs at least its own work of
 * the resource, and begins behind all that is in its way, because a later start also ends later.
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
