import { Link } from '@tanstack/react-router'
import { Ellipsis, FolderOpen, Pencil, Trash2 } from 'lucide-react'
import type { ListedProject } from '#contract/projects.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx'
import { useListScene } from './list-scene.ts'

/** What can be done with one project of the list. */
export function RowMenu({ project }: { project: ListedProject }) {
  const { onEdit, onDelete, deleteRefusal } = useListScene()
  return (
    <Menu trigger={<IconButton size="small" icon={<Ellipsis />} label={`Actions of #${project.projectNumber}`} />}>
      <MenuLink>
        <Link to="/projects/$projectId" params={{ projectId: project.projectId }}>
          <FolderOpen />
          Open
        </Link>
      </MenuLink>
      <MenuItem icon={<Pencil />} onSelect={() => onEdit(project)}>
        Edit project
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 />}
        danger
        disabledReason={deleteRefusal && 'Admins only'}
        onSelect={() => onDelete(project)}
      >
        Delete project
      </MenuItem>
    </Menu>
  )
}
