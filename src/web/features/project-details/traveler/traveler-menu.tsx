import { Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import type { Paper } from '#web/components/print/print-sheet.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import type { TravelerProps } from './traveler-sheet.tsx'

const TravelerSheet = lazyPart(async () => (await import('./traveler-sheet.tsx')).TravelerSheet)
const papers: readonly Paper[] = ['A4', 'Letter']

/** Prints the traveler of a project on a paper size. */
export function TravelerMenu(traveler: Omit<TravelerProps, 'paper' | 'onDone'>) {
  const [paper, setPaper] = useState<Paper | null>(null)
  return (
    <>
      <Menu
        label="Traveler"
        trigger={
          <IconButton size="small" variant="default" icon={<Printer />} label="Print traveler" aria-haspopup="menu" />
        }
      >
        {papers.map((size) => (
          <MenuItem key={size} icon={<Printer />} hint={size} onSelect={() => setPaper(size)}>
            Traveler
          </MenuItem>
        ))}
      </Menu>
      {paper && (
        <Suspense>
          <TravelerSheet {...traveler} paper={paper} onDone={() => setPaper(null)} />
        </Suspense>
      )}
    </>
  )
}
