/** What can help a late project. */
export const projectRemedies = [
  /** Its operations go first where they wait: ahead of `ahead` operations at `workCenter`, or of the one `operation`. */
  'goFirst',
  /** `workCenter` runs one operation more at once; where less of it than usual is available, one more for that time. */
  'addCapacity',
  /** `workCenter` also works on the closed day that the changes name, with what its operations need besides. */
  'addOvertime',
  /** `operation` is no longer pinned. */
  'unpin',
  /** Operations start as soon as nothing asks them to wait. */
  'reschedule',
  /** The material of `operation` is ready sooner. */
  'materialSooner',
  /** `operation` is done now. */
  'finishNow',
  'moveShipDate',
  /** Everything is scheduled again, without any change. */
  'scheduleAgain',
] as const
