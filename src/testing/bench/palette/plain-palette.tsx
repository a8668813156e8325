import { Command } from 'cmdk'
import { useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { phaseTitles } from '#contract/vocabulary.ts'
import { OpenButton } from './open-button.tsx'

/** The comparison: cmdk as in its own example, with an item for every entry and its own filter. */
export function PlainPalette({ projects }: { projects: readonly Project[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <OpenButton onOpen={() => setOpen(true)} />
      <Command.Dialog open={open} onOpenChange={setOpen} label="Command palette">
        <Command.Input />
        <Command.List style={{ height: 400, overflow: 'auto' }}>
          <Command.Empty>No results found.</Command.Empty>
          <Command.Group heading="Projects">
            {projects.map(({ projectId, projectNumber, projectName, currentPhase }) => (
              <Command.Item key={projectId} value={`#${projectNumber} ${projectName} ${phaseTitles[currentPhase]}`}>
                #{projectNumber} {projectName}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command.Dialog>
    </>
  )
}
