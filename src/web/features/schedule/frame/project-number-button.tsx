import { useGantt } from '../gantt-context.ts'
import { projectNumber } from './bar-words.ts'

/** "#1042" as a button that opens the page of the project. Shift+Enter on the row does the same. */
export function ProjectNumberButton({ project }: { project: number }) {
  const gantt = useGantt()
  const { openProject } = gantt
  return (
    <button
      type="button"
      tabIndex={-1}
      title="Open project"
      className="truncate text-primary-text tabular-nums hover:underline"
      onClick={(event) => {
        event.stopPropagation()
        openProject(project)
      }}
    >
      {projectNumber(gantt, project)}
    </button>
  )
}
