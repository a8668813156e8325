import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import type { Project, ProjectInput } from '#contract/projects.ts'
import { phaseTitles } from '#contract/vocabulary.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { invalidateProjects, namesOf, saveProjectMutation } from '#web/api/projects/projects.mutations.ts'
import { projectQuery } from '#web/api/projects/projects.queries.ts'
import { saveOver } from '#web/api/save-over.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

const workPhases = ['submittals', 'engineering', 'production'] as const

/**
 * Puts a project on hold by its status, which does not change its phase, and releases it: at once if the phase is
 * known, otherwise into a selected phase. The release is saved together with the project's names, as from its form,
 * because the board's move rule would refuse a change of the phase alone.
 */
export function HoldButton({ project }: { project: Project }) {
  const client = useQueryClient()
  const refusal = useRefusal('planProjects')
  const save = useMutation(saveProjectMutation(client))
  const { projectId, projectNumber, version, status, currentPhase } = project
  const phase = effectivePhase(project)
  const change = async (fields: ProjectInput, done: string) => {
    const write = { fields, seen: { status, currentPhase }, subject: `Project #${projectNumber}` }
    let latest = project
    try {
      const saved = await saveOver<ProjectInput, Project, Project>(write, {
        version,
        save: (rest, over) => {
          const named = rest.currentPhase === undefined ? rest : { ...namesOf(latest), ...rest }
          return save.mutateAsync({ projectId, version: over, fields: named })
        },
        readAgain: async () => {
          latest = await client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 })
          return latest
        },
      })
      if (saved) toast.success(done, undoAction(saved))
      else void invalidateProjects(client)
    } catch (error) {
      toast.error(errorSentence(error))
      void invalidateProjects(client)
    }
  }
  if (phase !== 'on_hold') {
    const over = phase === 'complete' || phase === 'shipped' || phase === 'cancelled'
    return (
      <Button
        icon={<CirclePause />}
        busy={save.isPending}
        disabledReason={refusal ?? (over && `The project is ${phase === 'cancelled' ? 'cancelled' : 'complete'}`)}
        onClick={() => void change({ status: 'On Hold' }, 'Project put on hold')}
      >
        Hold
      </Button>
    )
  }
  if (currentPhase !== 'on_hold' || refusal) {
    return (
      <Button
        icon={<CirclePlay />}
        busy={save.isPending}
        disabledReason={refusal}
        onClick={() => void change({ status: 'In Progress' }, `Project resumed in ${phaseTitles[currentPhase]}`)}
      >
        Resume
      </Button>
    )
  }
  return (
    <Menu
      trigger={
        <Button icon={<CirclePlay />} busy={save.isPending}>
          Resume
        </Button>
      }
    >
      <MenuHeading>Resume in</MenuHeading>
      {workPhases.map((target) => (
        <MenuItem
          key={target}
          onSelect={() =>
            void change({ currentPhase: target, status: 'In Progress' }, `Project resumed in ${phaseTitles[target]}`)
          }
        >
          {phaseTitles[target]}
        </MenuItem>
      ))}
    </Menu>
  )
}
