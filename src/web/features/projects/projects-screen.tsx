import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useRef, useState } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { DataTable } from '#web/components/data-list/data-table.tsx'
import { ListFooter, Total } from '#web/components/data-list/list-footer.tsx'
import { StaleList } from '#web/components/data-list/stale-list.tsx'
import { useListLines } from '#web/components/data-list/use-list-lines.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { RefusedImport } from '#web/components/import/refused-import.tsx'
import { lazyPart } from '#web/components/lazy-part.ts'
import { CategoriesProblem } from '#web/components/loaded/categories-problem.tsx'
import { DeleteProjectDialog, useDeleteRefusal } from '#web/components/project-form/delete-project-dialog.tsx'
import { PastDueMark } from '#web/components/project-marks/past-due-mark.tsx'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { SampleStrip } from '#web/components/sample-shop/sample-strip.tsx'
import { PlanStrips } from '#web/components/scheduling-run/plan-strips.tsx'
import { rowHeightPx } from '#web/lib/row-height.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ProjectsBulkBar } from './bulk/bulk-bar.tsx'
import { BulkFailuresDialog } from './bulk/bulk-failures-dialog.tsx'
import { useBulkChange } from './bulk/use-bulk-change.ts'
import { filterProjects } from './filter-projects.ts'
import { ListContext, type ListScene, useListScene } from './list-scene.ts'
import { NoProjects, NothingFound } from './no-projects.tsx'
import { countViews, viewTitles } from './project-views.ts'
import { ProjectsHead } from './projects-head.tsx'
import { ProjectsList } from './projects-list.tsx'
import { ProjectsPrint } from './projects-print.tsx'
import { noFilters, type OnProjectsSearch, type ProjectsSearch, projectViews } from './projects-search.ts'
import { ProjectsToolbar } from './projects-toolbar.tsx'
import { countedStates, summarizeProjects } from './summarize-projects.ts'
import { type ProjectsListing, useProjectsListing } from './use-projects-listing.ts'

const keys = [
  ['J K', 'move'],
  ['X', 'select'],
  ['Enter', 'open'],
] as const

type ProjectsFooterProps = {
  projects: readonly ListedProject[]
  listing: ProjectsListing
  search: ProjectsSearch
}

/** Totals of the displayed projects by state, and the keyboard hints of the list, which is printed from here. */
function ProjectsFooter({ projects, listing, search }: ProjectsFooterProps) {
  const totals = summarizeProjects(projects)
  return (
    <ListFooter keys={keys}>
      <ProjectsPrint listing={listing} search={search} />
      <Total count={totals.projects} one="project" />
      <Total count={totals.operations} one="operation" />
      {countedStates
        .filter((state) => totals.states[state] > 0)
        .map((state) => (
          <Mark key={state} kind={stateLooks[state].kind}>
            {totals.states[state]} {stateLooks[state].word.toLowerCase()}
          </Mark>
        ))}
      {totals.pastDue > 0 && <PastDueMark>{totals.pastDue} past due</PastDueMark>}
    </ListFooter>
  )
}

type ProjectsTableProps = ProjectsListing & {
  density: 'comfortable' | 'compact'
  listKey: string
  onSearch: () => void
}

/** The planner's table of projects. A click on a row opens the project. */
function ProjectsTable({ table, list, density, listKey, onSearch }: ProjectsTableProps) {
  const lines = useListLines({ list, rowPx: rowHeightPx(density), listKey, opens: true, onSearch })
  return (
    <DataTable
      list={list}
      table={table}
      lines={lines}
      label="Projects"
      scene={useListScene()}
      selectAllLabel="Select all projects shown"
      selectLabel={({ projectNumber }) => `Select project #${projectNumber}`}
    />
  )
}

/** Loaded only when it is first opened. */
const ProjectFormDialog = lazyPart(() =>
  import('#web/components/project-form/project-form-dialog.tsx').then(({ ProjectFormDialog }) => ProjectFormDialog),
)

const ImportScreen = lazyPart(() =>
  import('#web/components/import/import-screen.tsx').then(({ ImportScreen }) => ImportScreen),
)

/** The filtered projects, and the number of projects in each view. */
function useShownProjects(projects: readonly ListedProject[], search: ProjectsSearch, zone: string, nowMs: number) {
  const { view, q, phase, state, priority, chance, shipBefore, sort, order } = search
  const shown = useMemo(
    () => filterProjects(projects, { view, q, phase, state, priority, chance, shipBefore }, zone, nowMs),
    [projects, view, q, phase, state, priority, chance, shipBefore, zone, nowMs],
  )
  const counts = useMemo(() => countViews(projects, zone, nowMs), [projects, zone, nowMs])
  // A new order or new filters scroll the list back to the top.
  const listKey = JSON.stringify([view, q, phase, state, priority, chance, shipBefore, sort, order])
  return { shown, counts, listKey }
}

type SceneOptions = Pick<ListScene, 'dates' | 'nowMs' | 'onDelete'> & { onSearchChange: OnProjectsSearch }

/** The data that all rows share. It stays the same object until some of it changes. */
function useSceneValue({ dates, nowMs, onDelete, onSearchChange }: SceneOptions): ListScene {
  const categoryList = useQuery(categoriesQuery()).data
  const deleteRefusal = useDeleteRefusal()
  const changeRefusal = useRefusal('planProjects')
  return useMemo(
    () => ({
      dates,
      nowMs,
      categories: new Map(categoryList?.map((category) => [category.categoryId, category])),
      onEdit: ({ projectId }) => onSearchChange({ edit: projectId }, 'push'),
      onDelete,
      changeRefusal,
      deleteRefusal,
    }),
    [dates, nowMs, categoryList, onSearchChange, onDelete, changeRefusal, deleteRefusal],
  )
}

type ProjectsScreenProps = { search: ProjectsSearch; onSearchChange: OnProjectsSearch }

/** The planner's list of projects: views, search, filters, table, bulk changes, form. */
function ProjectsPage({ search, onSearchChange }: ProjectsScreenProps) {
  const list = useSuspenseQuery(projectsQuery())
  const dates = useDateSettings()
  const narrow = useNarrow()
  const navigate = useNavigate()
  const searchField = useRef<HTMLInputElement>(null)
  const [deleting, setDeleting] = useState<ListedProject | null>(null)

  // Days are counted from the time when the data was read.
  const { data: projects, dataUpdatedAt: nowMs } = list
  const { shown, counts, listKey } = useShownProjects(projects, search, dates.zone, nowMs)
  const listing = useProjectsListing(shown, search, onSearchChange)
  const { columns } = listing
  const { selecting } = listing.list
  const bulk = useBulkChange(selecting.keep)

  const scene = useSceneValue({ dates, nowMs, onSearchChange, onDelete: setDeleting })
  const onNew = () => onSearchChange({ edit: 'new' }, 'push')
  const onImport = () => onSearchChange({ edit: 'import' }, 'push')
  const edited = projects.find(({ projectId }) => projectId === search.edit) ?? null
  return (
    <ListContext value={scene}>
      <div className="relative flex h-[calc(100dvh-var(--header))] flex-col">
        <ProjectsHead narrow={narrow} onNew={onNew} onImport={onImport} shown={shown} total={projects.length} />
        <SampleStrip />
        <PlanStrips />
        {projects.length === 0 ? (
          <NoProjects onNew={onNew} onImport={onImport} />
        ) : (
          <>
            <Tabs
              label="Views"
              value={search.view}
              tabs={projectViews.map((value) => ({ value, label: viewTitles[value], count: counts[value] }))}
              onChange={(next) => onSearchChange({ view: next })}
              className="px-5 max-md:px-4"
            />
            <ProjectsToolbar
              search={search}
              columns={columns}
              onSearchChange={onSearchChange}
              narrow={narrow}
              searchRef={searchField}
            />
            <CategoriesProblem />
            <StaleList answer={list} onRetry={() => void list.refetch()} />
            {shown.length === 0 ? (
              <NothingFound search={search} onClear={() => onSearchChange(noFilters)} />
            ) : narrow ? (
              <ProjectsList list={listing.list} listKey={listKey} />
            ) : (
              <ProjectsTable
                {...listing}
                listKey={listKey}
                density={search.density}
                onSearch={() => searchField.current?.focus()}
              />
            )}
            <ProjectsFooter projects={shown} listing={listing} search={search} />
            <ProjectsBulkBar
              selected={selecting.chosen}
              busy={bulk.busy}
              onChange={(fields) => void bulk.change(selecting.chosen, fields)}
              onTry={(fields) => bulk.tryChange(selecting.chosen, fields)}
              onClear={selecting.none}
            />
          </>
        )}
      </div>
      <Suspense>
        {(search.edit === 'new' || edited) && (
          <ProjectFormDialog
            key={search.edit}
            project={edited}
            onClose={() => onSearchChange({ edit: undefined })}
            {...(edited === null && {
              onSaved: ({ projectId }) => navigate({ to: '/projects/$projectId', params: { projectId } }),
            })}
          />
        )}
      </Suspense>
      {deleting && <DeleteProjectDialog project={deleting} onClose={() => setDeleting(null)} />}
      {bulk.failed && <BulkFailuresDialog outcome={bulk.failed} onClose={bulk.forgetFailed} />}
    </ListContext>
  )
}

/** The list of projects, or the import in its place. */
export function ProjectsScreen(props: ProjectsScreenProps) {
  const { search, onSearchChange } = props
  const refusal = useRefusal('importWork')
  const close = () => onSearchChange({ edit: undefined })
  if (search.edit !== 'import') return <ProjectsPage {...props} />
  if (refusal) return <RefusedImport refusal={refusal} onClose={close} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ImportScreen kind="projects" onClose={close} />
    </Suspense>
  )
}
