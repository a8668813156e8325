/** What the list and the dialogs of work centers say, and what they say of pools. */
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
      'Certified welders, a fixture, a crane: what operations need besides their work center. For leave, enter how many are available for a time under Overtime and downtime.',
  },
} as const

export type CategoryWords = (typeof categoryWords)[keyof typeof categoryWords]
