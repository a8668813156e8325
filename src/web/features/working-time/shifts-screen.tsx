import { ExceptionsTab } from './exceptions/exceptions-tab.tsx'
import { SettingsImport } from './import-settings.tsx'
import { ShiftsTab } from './shifts/shifts-tab.tsx'
import { WorkCentersTab } from './work-centers/work-centers-tab.tsx'
import type { ShiftsSearch } from './working-time-search.ts'

interface ShiftsScreenProps {
  readonly search: ShiftsSearch
  readonly onPattern: (pattern: string | undefined, saved?: boolean) => void
}

/** The page /shift-patterns: the shift patterns and three more tabs. */
export function ShiftsScreen({ search, onPattern }: ShiftsScreenProps) {
  if (search.edit === 'import' && search.tab === undefined) return <SettingsImport kind="shifts" />
  if (search.edit === 'import' && search.tab === 'work-centers') return <SettingsImport kind="workCenters" />
  if (search.tab === 'exceptions') return <ExceptionsTab isAsked={search.edit === 'new'} />
  if (search.tab === 'work-centers') return <WorkCentersTab key="centers" of="center" />
  if (search.tab === 'people') return <WorkCentersTab key="pools" of="pool" />
  return <ShiftsTab pattern={search.pattern} onPattern={onPattern} />
}
