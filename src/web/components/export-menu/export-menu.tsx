import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ExportFormat, exportFormats } from '#contract/exports.ts'
import { PrintItems } from '#web/components/print/print-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuSeparator } from '#web/ui/menu.tsx'

export const formatTitles: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  xml: 'MS Project (XML)',
}

type ExportMenuProps = {
  busy?: boolean
  /** Renders the menu item of a format. */
  item: (format: ExportFormat) => ReactNode
  /** Further items, listed first. */
  children?: ReactNode
}

/** The button that exports a list as a file, in each format that an import reads, or prints it. */
export const ExportMenu = ({ busy = false, item, children }: ExportMenuProps) => (
  <Menu
    label="Export"
    trigger={
      <Button icon={<Download />} busy={busy} busyLabel="Exporting…">
        <span className="max-md:sr-only">Export</span>
      </Button>
    }
  >
    {children}
    {exportFormats.map(item)}
    <MenuSeparator />
    <PrintItems />
  </Menu>
)
