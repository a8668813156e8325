import { useGantt } from '../gantt-context.ts'
import { projectNumber } from './bar-words.ts'

/** "#1042", leading to the page of the project where there is one; by keys: Shift+Enter on its row. */
export function ProjectNumberButton({ project }: { project: number }) {
  const gantt = useGantt()
  const { openProject } = gantt
  if (!openProject) return <>{projectNumber(gantt, project)}</>
  return (
    <button
      type="button"
      tabIndex={-1}
      title="Open project"
      className="text-primary-text tabular-nums hover:underline"
      onClick={(event) => {
        event.stopPropagation()
        openProject(project)
      }}
    >
      {projectNumber(gantt, project)}
    </button>
  )
}
