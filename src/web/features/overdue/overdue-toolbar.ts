import type { ListToolbarKind } from '#web/components/operation-table/toolbar/list-toolbar.tsx'
import { overdueChoices } from './overdue-columns.tsx'
import { defaultOverdueSearch } from './overdue-search.ts'

/** What the toolbar of this screen offers; the order of the sort keys is that of specification 2.10. */
export const overdueToolbar: ListToolbarKind = {
  screen: 'overdue',
  defaults: defaultOverdueSearch,
  sortKeys: ['daysOverdue', 'projectName', 'progress', 'priority', 'dueDate'],
  filterKeys: ['severities', 'priorities', 'flagged', 'categoryIds', 'statuses', 'phases'],
  choices: overdueChoices,
  forTriage: true,
}
