/** A violation found by the checker, as a code with parameters; `violationSentence` turns it into a sentence. Instants are epoch ms. */
export type Violation =
  | {
      code: 'missing' | 'unknown' | 'twice' | 'withoutReason' | 'wrongDates' | 'storedOtherwise' | 'changeoverTooShort'
      operationId: string
    }
  | { code: 'placedThough' | 'wrongReason'; operationId: string; reason: string }
  | { code: 'moved'; operationId: string; status: string }
  | {
      code: 'beforeNow' | 'beforeRelease' | 'beforeMaterial' | 'beforePlanned'
      operationId: string
      startMs: number
      earliestMs: number
    }
  | {
      code: 'beforePredecessor' | 'lagTooShort' | 'beforeShare' | 'beforeLastBatch'
      operationId: string
      predecessorId: string
    }
  | { code: 'outOfSequence'; operationId: string; beforeId: string }
  | { code: 'startsClosed' | 'endsClosed'; operationId: string; atMs: number }
  | { code: 'wrongDuration'; operationId: string; expectedHours: number; actualHours: number }
  | { code: 'overCapacity'; operationId: string; categoryId: string; atMs: number; running: number; capacity: number }
  | { code: 'wrongWorkCenter'; operationId: string; categoryId: string }
  | { code: 'unexplainedStart'; operationId: string; startMs: number }
  | { code: 'falseFactor'; operationId: string; factor: string }
  | { code: 'missingWarning' | 'falseWarning'; operationId: string; warning: string }
  | { code: 'wrongFigure'; operationId: string; figure: string; expected: number; actual: number }

const iso = (ms: number): string => (Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 16)}Z` : String(ms))

/** One English sentence for each violation, for logs and the record of a failed run; `name` maps an id to a name. */
export const violationSentence = (v: Violation, name: (id: string) => string = (id) => id): string => {
  const who = name(v.operationId)
  switch (v.code) {
    case 'missing':
      return `${who} is missing from the plan.`
    case 'unknown':
      return `${who} is in the plan but not in the shop.`
    case 'twice':
      return `${who} is in the plan twice.`
    case 'withoutReason':
      return `${who} is not scheduled and has no reason why.`
    case 'changeoverTooShort':
      return `${who} starts before its work center can be changed over.`
    case 'wrongDates':
      return `${who} has a start without an end, or ends before it starts.`
    case 'storedOtherwise':
      return `${who} would be stored with other dates than the plan gives it.`
    case 'placedThough':
      return `${who} is scheduled although it must not be (${v.reason}).`
    case 'wrongReason':
      return `${who} is left out for a reason that is not true (${v.reason}).`
    case 'moved':
      return `${who} is ${v.status} and was moved.`
    case 'beforeNow':
      return `${who} starts at ${iso(v.startMs)}, before the present, ${iso(v.earliestMs)}.`
    case 'beforeRelease':
      return `${who} starts at ${iso(v.startMs)}, before its project may start, ${iso(v.earliestMs)}.`
    case 'beforeMaterial':
      return `${who} starts at ${iso(v.startMs)}, before its material is ready, ${iso(v.earliestMs)}.`
    case 'beforePlanned':
      return `${who} starts at ${iso(v.startMs)}, before its planned start, ${iso(v.earliestMs)}.`
    case 'outOfSequence':
      return `${who} starts before ${name(v.beforeId)}, which is planned before it at the same work center.`
    case 'beforePredecessor':
      return `${who} starts before ${name(v.predecessorId)} has ended.`
    case 'beforeShare':
      return `${who} starts before the share of ${name(v.predecessorId)} is done, or before the lag after it is over.`
    case 'beforeLastBatch':
      return `${who} would end before it has the last batch of ${name(v.predecessorId)}.`
    case 'lagTooShort':
      return `${who} does not keep the lag behind ${name(v.predecessorId)}.`
    case 'startsClosed':
      return `${who} starts in closed time, at ${iso(v.atMs)}.`
    case 'endsClosed':
      return `${who} ends in closed time, at ${iso(v.atMs)}.`
    case 'wrongDuration':
      return `${who} gets ${v.actualHours} working hours instead of ${v.expectedHours}.`
    case 'overCapacity':
      return `${name(v.categoryId)} runs ${v.running} operations at ${iso(v.atMs)} with room for ${v.capacity}, ${who} among them.`
    case 'wrongWorkCenter':
      return `${who} is planned at ${name(v.categoryId)}, where a run may not put it.`
    case 'unexplainedStart':
      return `${who} starts at ${iso(v.startMs)}, and its reasons do not say why.`
    case 'falseFactor':
      return `${who} gives a reason for its start that is not true (${v.factor}).`
    case 'missingWarning':
      return `${who} should carry the warning ${v.warning}.`
    case 'falseWarning':
      return `${who} carries the warning ${v.warning} without a reason.`
    case 'wrongFigure':
      return `${who}: ${v.figure} should be ${v.expected}, not ${v.actual}.`
  }
}
