/** The texts of the list and the dialogs, for work centers and for pools. */
export const categoryWords = {
  center: {
    title: 'Work centers',
    one: 'work center',
    column: 'Work center',
    capacity: 'Parallel capacity',
    create: 'New work center',
    noneYet: 'No work centers yet',
    withoutAny: 'Operations without a work center are limited only by the calendar.',
  },
  pool: {
    title: 'People and tools',
    one: 'pool',
    column: 'People or tools',
    capacity: 'How many',
    create: 'Add people or tools',
    noneYet: 'No people or tools yet',
    withoutAny:
      'Certified welders, fixtures, cranes: what operations need in addition to their work center. For leave, enter the available number under Overtime and downtime.',
  },
} as const

export type CategoryWords = (typeof categoryWords)[keyof typeof categoryWords]
