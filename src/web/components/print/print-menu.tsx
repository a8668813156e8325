import { Printer } from 'lucide-react'
import { IconButton, type IconButtonProps } from '#web/ui/icon-button.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'
import { printList, usePrintableList } from './printable-list.ts'

/** The entries of a menu that print the list of the page. */
export function PrintItems() {
  const list = usePrintableList()
  return (
    <>
      <MenuHeading>Print, or save as PDF</MenuHeading>
      {(['A4', 'Letter'] as const).map((paper) => (
        <MenuItem
          key={paper}
          icon={<Printer />}
          hint={paper}
          disabledReason={list === null && 'No rows shown'}
          onSelect={() => printList(paper)}
        >
          Print this list
        </MenuItem>
      ))}
    </>
  )
}

/** The button that prints the list of the page, for lists that cannot be downloaded. */
export const PrintMenu = ({ size }: Pick<IconButtonProps, 'size'>) => (
  <Menu
    label="Print"
    trigger={<IconButton size={size} variant="default" icon={<Printer />} label="Print" aria-haspopup="menu" />}
  >
    <PrintItems />
  </Menu>
)
