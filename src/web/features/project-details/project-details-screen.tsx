import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarRange, LayoutTemplate, ListPlus, Plus, Save } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { projectQuery } from '#web/api/projects/projects.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { FollowButton } from '#web/components/calendar-feed/follow-button.tsx'
import { OperationFormDialog } from '#web/components/operation-form/operation-form-dialog.tsx'
import { dueMsOf } from '#web/components/operation-marks/due-ms.ts'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { ProjectFormDialog } from '#web/components/project-form/project-form-dialog.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { HistorySection } from '#web/components/record-history/history-section.tsx'
import { PlanStrips } from '#web/components/scheduling-run/plan-strips.tsx'
import { ShareStatusButton } from '#web/components/status-links/share-status-button.tsx'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CopyProjectDialog } from './copy-project-dialog.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { OperationsTab } from './operations/operations-tab.tsx'
import { PhaseSteps } from './phase-steps.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectHead } from './project-head.tsx'
import type { ProjectSearch } from './project-search.ts'
import { AddSeveralDialog } from './several/add-several-dialog.tsx'
import { AddTemplateDialog, SaveTemplateDialog } from './several/template-dialogs.tsx'
import { closedSpans } from './strip/closed-spans.ts'
import { TimeStrip } from './strip/time-strip.tsx'
import { TravelerMenu } from './traveler/traveler-menu.tsx'
import { lateChain } from './why/late-chain.ts'
import { WhyBody, WhyIcon, whyTitle } from './why/why-panel.tsx'

type ProjectDetailsScreenProps = {
  projectId: string
  search: ProjectSearch
  onSearch: (change: Partial<ProjectSearch>) => void
}

const panelId = 'project-part'

const projectWords = ({ projectNumber, projectName }: Project) =>
  `#${projectNumber} ${projectName || 'Unnamed Project'}`

/** The data that all parts of the screen share. */
function useProjectScene(projectId: string) {
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: operations } = useSuspenseQuery(projectOperationsQuery(projectId))
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const { timeZone } = useSuspenseQuery(tenantSettingsQuery()).data
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const [marked, onMark] = useState<string | null>(null)
  const chain = useMemo(() => lateChain(operations), [operations])
  const dueMs = dueMsOf(project.plannedShipDate, timeZone)
  return { project, operations, categories, dueMs, dates, nowMs, marked, onMark, chain, title: whyTitle(project) }
}

type ProjectScene = ReturnType<typeof useProjectScene>
type PartProps = Omit<ProjectDetailsScreenProps, 'projectId'> & { scene: ProjectScene }

/** One project: details, phases, its operations over time and in a table, the reasons for its end, and its changes. */
export function ProjectDetailsScreen({ projectId, search, onSearch }: ProjectDetailsScreenProps) {
  const scene = useProjectScene(projectId)
  const narrow = useNarrow(768)
  const panelIsTab = useNarrow(1280)
  const { project, operations, title } = scene
  const tab = search.tab === 'why' && !panelIsTab ? 'operations' : (search.tab ?? 'operations')
  const hasWhy = operations.length > 0
  const hasPanel = hasWhy && !panelIsTab
  const panelOpen = hasPanel && search.panel !== 'closed'
  /** The operation at whose bar the schedule opens. */
  const shown = (project.currentOperation ?? operations.at(-1))?.operationId
  return (
    <>
      <ProjectHead
        project={project}
        onEdit={() => onSearch({ edit: 'project' })}
        onCopy={() => onSearch({ edit: 'copy' })}
      />
      <PlanStrips />
      <ProjectFacts {...scene} />
      <div className="flex min-h-0 grow">
        <div className="flex min-w-0 grow flex-col">
          <div className="flex flex-col gap-2 px-5 pt-2 max-md:px-4">
            <div className="flex min-h-8 items-center justify-between gap-3">
              <PhaseSteps project={project} />
              <span className="flex shrink-0 gap-2 max-md:hidden">
                {hasPanel && !panelOpen && (
                  <Button size="small" onClick={() => onSearch({ panel: undefined })}>
                    {title}
                  </Button>
                )}
                {operations.length > 0 && <TravelerMenu {...scene} />}
                <ShareStatusButton project={{ projectId, title: projectWords(project) }} />
                <FollowButton project={{ projectId, title: projectWords(project) }} />
                <Link to="/schedule" search={{ operation: shown }} className={buttonClasses({ size: 'small' })}>
                  <CalendarRange />
                  Open in Schedule
                </Link>
              </span>
            </div>
            {!narrow && <ProjectStrip scene={scene} />}
          </div>
          <PartsBar scene={scene} search={search} onSearch={onSearch} tab={tab} whyIsTab={panelIsTab && hasWhy} />
          <ProjectPart scene={scene} search={search} onSearch={onSearch} tab={tab} />
        </div>
        {panelOpen && (
          <SidePanel
            title={title}
            icon={<WhyIcon project={project} />}
            className="w-92"
            onClose={() => onSearch({ panel: 'closed' })}
          >
            <WhyBody {...scene} />
          </SidePanel>
        )}
      </div>
      <ProjectDialogs scene={scene} search={search} onSearch={onSearch} />
    </>
  )
}

/** The operations over time, with the closed time of the organization behind them. */
function ProjectStrip({ scene }: { scene: ProjectScene }) {
  const { defaultShiftId, closedDayRule, timeZone } = useSuspenseQuery(tenantSettingsQuery()).data
  const shifts = useQuery(shiftsQuery()).data
  const holidays = useQuery(holidaysQuery()).data
  const redIds = useMemo(() => new Set(scene.chain.map(({ operationId }) => operationId)), [scene.chain])
  const closed = useCallback(
    (fromMs: number, toMs: number) => {
      const shift = shifts?.find(({ shiftId }) => shiftId === defaultShiftId)
      return closedSpans({ shift, holidays: holidays ?? [], closedDayRule, zone: timeZone, fromMs, toMs })
    },
    [shifts, holidays, defaultShiftId, closedDayRule, timeZone],
  )
  return <TimeStrip {...scene} chain={redIds} closed={closed} />
}

type Tab = NonNullable<ProjectSearch['tab']>

/** The tabs of the screen, and the buttons that add operations. */
function PartsBar({ scene, search, onSearch, tab, whyIsTab }: PartProps & { tab: Tab; whyIsTab: boolean }) {
  const { operations, categories, title } = scene
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-1 max-md:px-4">
      <Tabs
        label="Parts of the project"
        panelId={panelId}
        value={tab}
        onChange={(next) => onSearch({ tab: next === 'operations' ? undefined : next })}
        tabs={[
          { value: 'operations', label: 'Operations', count: operations.length },
          ...(whyIsTab ? [{ value: 'why' as const, label: title }] : []),
          { value: 'history', label: 'History' },
        ]}
      />
      <span className="ml-auto flex flex-wrap justify-end gap-2">
        {tab === 'operations' && operations.length > 0 && (
          <FilterMenu
            operations={operations}
            categories={categories}
            chosen={search.centers}
            onChoose={(next) => onSearch({ centers: next })}
          />
        )}
        {tab === 'operations' && operations.length > 0 && <PrintMenu size="small" />}
        <AddButtons onEdit={(edit) => onSearch({ edit })} isEmpty={operations.length === 0} />
      </span>
    </div>
  )
}

/** The buttons that add operations, and the menu of the routing templates. */
function AddButtons({ onEdit, isEmpty }: { onEdit: (edit: string) => void; isEmpty: boolean }) {
  const refusal = useRefusal('planOperations')
  const templateRefusal = useRefusal('keepTemplates')
  return (
    <>
      <Menu
        trigger={
          <IconButton
            size="small"
            variant="default"
            label="Routing templates"
            icon={<LayoutTemplate />}
            aria-haspopup="menu"
          />
        }
      >
        <MenuItem icon={<ListPlus />} disabledReason={refusal} onSelect={() => onEdit('template')}>
          Add from a template…
        </MenuItem>
        <MenuItem
          icon={<Save />}
          disabledReason={templateRefusal ?? (isEmpty && 'no operations yet')}
          onSelect={() => onEdit('save-template')}
        >
          Save as a template…
        </MenuItem>
      </Menu>
      <Button icon={<ListPlus />} size="small" disabledReason={refusal} onClick={() => onEdit('several')}>
        Add several
      </Button>
      <Button icon={<Plus />} size="small" disabledReason={refusal} onClick={() => onEdit('new')}>
        Add operation
      </Button>
    </>
  )
}

function ProjectPart({ scene, search, onSearch, tab }: PartProps & { tab: Tab }) {
  const { project, operations, categories, title } = scene
  return (
    <div id={panelId} role="tabpanel" aria-label={tab === 'why' ? title : tab === 'history' ? 'History' : 'Operations'}>
      {tab === 'operations' && (
        <OperationsTab
          {...scene}
          centers={search.centers}
          onEdit={(next) => onSearch({ edit: next })}
          onShowAll={() => onSearch({ centers: undefined })}
        />
      )}
      {tab === 'why' && (
        <div className="border-line-2 border-y bg-surface pt-3">
          <h2 className="sr-only">{title}</h2>
          <WhyBody {...scene} />
        </div>
      )}
      {tab === 'history' && (
        <div className="border-line-2 border-y bg-surface">
          <HistorySection
            of={projectWords(project)}
            projectId={project.projectId}
            operations={operations}
            categories={categories}
          />
        </div>
      )}
    </div>
  )
}

/** The open form, as named in the URL. */
function ProjectDialogs({ scene, search: { edit }, onSearch }: PartProps) {
  const { project, operations, categories } = scene
  const { projectId } = project
  const editing = operations.find(({ operationId }) => operationId === edit) ?? null
  const onClose = () => onSearch({ edit: undefined })
  if (edit === 'project') return <ProjectFormDialog key={projectId} project={project} onClose={onClose} />
  if (edit === 'copy') {
    const countsPieces = operations.some(({ hoursPerPiece }) => hoursPerPiece !== null)
    return <CopyProjectDialog project={project} countsPieces={countsPieces} onClose={onClose} />
  }
  if (edit === 'template') return <AddTemplateDialog projectId={projectId} onClose={onClose} />
  if (edit === 'save-template') {
    const { projectName } = project
    return (
      <SaveTemplateDialog projectId={projectId} projectName={projectName} onClose={onClose} count={operations.length} />
    )
  }
  if (edit === 'several') return <AddSeveralDialog projectId={projectId} categories={categories} onClose={onClose} />
  if (edit !== 'new' && !editing) return null
  return (
    <OperationFormDialog
      key={edit}
      operation={editing}
      projectId={projectId}
      operations={operations}
      categories={categories}
      onClose={onClose}
    />
  )
}
