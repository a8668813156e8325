import { Printer } from 'lucide-react'
import { IconButton, type IconButtonProps } from '#web/ui/icon-button.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'
import type { Paper } from './print-sheet.tsx'
import { printOn, usePrintableLists } from './printable-list.ts'

const sizes: readonly Paper[] = ['A4', 'Letter']

interface PrintItemsProps {
  /** The title of the only list to offer; all lists of the page by default. */
  readonly title?: string
}

/** The menu entries that print the lists of the page. */
export function PrintItems({ title }: PrintItemsProps) {
  const lists = usePrintableLists().filter((list) => title === undefined || list.title === title)
  return (
    <>
      <MenuHeading>Print, or save as PDF</MenuHeading>
      {lists.length === 0 &&
        sizes.map((paper) => (
          <MenuItem key={paper} icon={<Printer />} disabledReason="No rows shown">
            Print this list
          </MenuItem>
        ))}
      {lists.flatMap((list) =>
        sizes.map((paper) => (
          <MenuItem
            key={`${list.title} ${paper}`}
            icon={<Printer />}
            hint={paper}
            onSelect={() => printOn(paper, list)}
          >
            {lists.length > 1 ? list.title : 'Print this list'}
          </MenuItem>
        )),
      )}
    </>
  )
}

/** The button that prints the lists of the page, for lists that cannot be downloaded. */
export const PrintMenu = ({ size, ...items }: Pick<IconButtonProps, 'size'> & PrintItemsProps) => (
  <Menu
    label="Print"
    trigger={<IconButton size={size} variant="default" icon={<Printer />} label="Print" aria-haspopup="menu" />}
  >
    <PrintItems {...items} />
  </Menu>
)
