import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import type { ListedProject } from '#contract/projects.ts'
import { exportProjectsMutation } from '#web/api/files/exports.mutations.ts'
import { ExportMenu, formatTitles } from '#web/components/export-menu/export-menu.tsx'
import { downloadBlob } from '#web/lib/figure-table.ts'
import { MenuItem } from '#web/ui/menu.tsx'

/** Offers the displayed projects with their operations as a file. */
export function ExportProjects({ projects }: { projects: readonly ListedProject[] }) {
  const { mutate, isPending } = useMutation(exportProjectsMutation())
  const projectIds = () => projects.map(({ projectId }) => projectId)
  return (
    <ExportMenu
      busy={isPending}
      item={(format) => (
        <MenuItem
          key={format}
          icon={<FileDown />}
          disabledReason={projects.length === 0 && 'No projects shown'}
          onSelect={() =>
            mutate({ projectIds: projectIds(), format }, { onSuccess: ({ data, name }) => downloadBlob(data, name) })
          }
        >
          {formatTitles[format]}
        </MenuItem>
      )}
    />
  )
}
