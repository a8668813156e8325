import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarRange, ListPlus, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { holidaysQuery } from '#web/api/holidays.queries.ts'
import { projectOperationsQuery } from '#web/api/operations.queries.ts'
import { organisationQuery } from '#web/api/organisation.queries.ts'
import { projectQuery } from '#web/api/projects.queries.ts'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { OperationFormDialog } from '#web/components/operation-form/operation-form-dialog.tsx'
import { dueMsOf } from '#web/components/operation-marks/due-ms.ts'
import { ProjectFormDialog } from '#web/components/project-form/project-form-dialog.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { HistorySection } from '#web/components/record-history/history-section.tsx'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { OperationsTab } from './operations/operations-tab.tsx'
import { PhaseSteps } from './phase-steps.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectHead } from './project-head.tsx'
import type { ProjectSearch } from './project-search.ts'
import { AddSeveralDialog } from './several/add-several-dialog.tsx'
import { closedSpans } from './strip/closed-spans.ts'
import { TimeStrip } from './strip/time-strip.tsx'
import { chainIds, lateChain } from './why/late-chain.ts'
import { WhyBody, WhyIcon, whyTitle } from './why/why-panel.tsx'

type ProjectDetailsScreenProps = {
  projectId: string
  search: ProjectSearch
  onSearch: (change: Partial<ProjectSearch>) => void
}

const panelId = 'project-part'

/** One project: facts, phases, its operations in time and in a table, why it ends when it does, what was changed. */
export function ProjectDetailsScreen({ projectId, search, onSearch }: ProjectDetailsScreenProps) {
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: operations } = useSuspenseQuery(projectOperationsQuery(projectId))
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const { data: organisation } = useSuspenseQuery(organisationQuery())
  const shifts = useQuery(shiftsQuery()).data
  const holidays = useQuery(holidaysQuery()).data
  const dates = useDateSettings()
  const narrow = useNarrow(768)
  const panelIsTab = useNarrow(1280)
  const [nowMs] = useState(Date.now)
  const [marked, onMark] = useState<string | null>(null)

  const { defaultShiftId, timeZone } = organisation
  const dueMs = dueMsOf(project.plannedShipDate, timeZone)
  const chain = useMemo(() => lateChain(operations), [operations])
  const redIds = useMemo(() => chainIds(chain), [chain])
  const closed = useCallback(
    (fromMs: number, toMs: number) => {
      const shift = shifts?.find(({ shiftId }) => shiftId === defaultShiftId)
      return closedSpans({ shift, holidays: holidays ?? [], zone: timeZone, fromMs, toMs })
    },
    [shifts, holidays, defaultShiftId, timeZone],
  )
  const { edit, centers } = search
  const tab = search.tab === 'why' && !panelIsTab ? 'operations' : (search.tab ?? 'operations')
  const editing = operations.find(({ operationId }) => operationId === edit) ?? null
  const closeForm = () => onSearch({ edit: undefined })
  const shared = { project, operations, dueMs, dates, nowMs, onMark }
  const title = whyTitle(project)
  const hasWhy = operations.length > 0
  const panelOpen = hasWhy && search.panel !== 'closed'
  return (
    <>
      <ProjectHead project={project} onEdit={() => onSearch({ edit: 'project' })} />
      <ProjectFacts {...shared} />
      <div className="flex min-h-0 grow">
        <div className="flex min-w-0 grow flex-col">
          <div className="flex flex-col gap-2 px-5 pt-2 max-md:px-4">
            <div className="flex min-h-8 items-center justify-between gap-3">
              <PhaseSteps project={project} />
              <span className="flex shrink-0 gap-2 max-md:hidden">
                {hasWhy && !panelIsTab && !panelOpen && (
                  <Button size="small" onClick={() => onSearch({ panel: undefined })}>
                    {title}
                  </Button>
                )}
                <Link to="/schedule" className={buttonClasses({ size: 'small' })}>
                  <CalendarRange />
                  Open in Schedule
                </Link>
              </span>
            </div>
            {!narrow && <TimeStrip {...shared} chain={redIds} {...{ closed, marked }} />}
          </div>
          <div className="flex flex-wrap items-center gap-x-4 px-5 py-1 max-md:px-4">
            <Tabs
              label="Parts of the project"
              panelId={panelId}
              value={tab}
              onChange={(next) => onSearch({ tab: next === 'operations' ? undefined : next })}
              tabs={[
                { value: 'operations', label: 'Operations', count: operations.length },
                ...(panelIsTab && hasWhy ? [{ value: 'why' as const, label: title }] : []),
                { value: 'history', label: 'History' },
              ]}
            />
            <span className="ml-auto flex gap-2">
              {tab === 'operations' && hasWhy && (
                <FilterMenu
                  {...{ operations, categories }}
                  chosen={centers}
                  onChoose={(next) => onSearch({ centers: next })}
                />
              )}
              <Button icon={<ListPlus />} size="small" onClick={() => onSearch({ edit: 'several' })}>
                Add several
              </Button>
              <Button icon={<Plus />} size="small" onClick={() => onSearch({ edit: 'new' })}>
                Add operation
              </Button>
            </span>
          </div>
          <div
            id={panelId}
            role="tabpanel"
            aria-label={tab === 'why' ? title : tab === 'history' ? 'History' : 'Operations'}
          >
            {tab === 'operations' && (
              <OperationsTab
                {...shared}
                {...{ categories, centers, marked }}
                onEdit={(next) => onSearch({ edit: next })}
                onShowAll={() => onSearch({ centers: undefined })}
              />
            )}
            {tab === 'why' && (
              <div className="border-line-2 border-y bg-surface pt-3">
                <h2 className="sr-only">{title}</h2>
                <WhyBody {...shared} chain={chain} />
              </div>
            )}
            {tab === 'history' && (
              <div className="border-line-2 border-y bg-surface">
                <HistorySection {...{ projectId, operations, categories }} />
              </div>
            )}
          </div>
        </div>
        {panelOpen && !panelIsTab && (
          <SidePanel
            title={title}
            icon={<WhyIcon project={project} />}
            className="w-92"
            onClose={() => onSearch({ panel: 'closed' })}
          >
            <WhyBody {...shared} chain={chain} />
          </SidePanel>
        )}
      </div>
      {edit === 'project' && <ProjectFormDialog key={projectId} project={project} onClose={closeForm} />}
      {edit === 'several' && <AddSeveralDialog {...{ projectId, categories }} onClose={closeForm} />}
      {(edit === 'new' || editing) && (
        <OperationFormDialog
          key={edit}
          operation={editing}
          {...{ projectId, operations, categories }}
          onClose={closeForm}
        />
      )}
    </>
  )
}
