/** What a priority does, said where it is set: a run adds up the late time of all projects, each times its priority. */
export const priorityWords = 'A weight, not a rank: a late day at P90 counts as much as three at P30.'

/** Why work with a lower priority goes first. */
export const lowerFirstWords = (projectNumber: string, lower: number, own: number): string =>
  `#${projectNumber} is P${lower} and goes before this P${own}. A run lets work with a lower priority go first where the late days of all projects, each times its priority, add up to less.`
