/** Kinds of remedies for a late project. */
export const projectRemedies = [
  /** Its operations go first where they wait: ahead of `ahead` operations at `workCenter`, or of the one `operation`. */
  'goFirst',
  /** `workCenter` gets one more unit; if its capacity is temporarily reduced, for that time only. */
  'addCapacity',
  /** `workCenter` also works on the closed day in the changes, with everything else its operations need. */
  'addOvertime',
  /** `operation` is no longer pinned. */
  'unpin',
  /** Operations start as soon as nothing prevents them. */
  'reschedule',
  'materialSooner',
  'finishNow',
  'moveShipDate',
  /** Everything is scheduled again without any change. */
  'scheduleAgain',
] as const
