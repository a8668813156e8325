/** Explains what a priority does where it is set: a run adds up the late time of all projects, each multiplied by its priority. */
export const priorityWords = 'A weight, not a rank: a late day at P90 counts as much as three at P30.'

/** Why work with a lower priority goes first. */
export const lowerFirstWords = (projectNumber: string, lower: number, own: number): string =>
  `#${projectNumber} is P${lower} and goes before this P${own}. A run schedules lower-priority work first if that reduces the total of late days, each multiplied by its project's priority.`
