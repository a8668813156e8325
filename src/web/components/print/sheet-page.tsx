import { ChevronRight, Printer } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Paper, PrintSheet } from './print-sheet.tsx'

const papers: readonly Paper[] = ['A4', 'Letter']

type SheetPageProps = {
  title: string
  /** The link to the page it was opened from. */
  back: ReactNode
  /** The sheet as it is printed, upright. */
  sheet: ReactNode
  /** What the page shows of it; by default the sheet. */
  preview?: ReactNode
  /** Shown in place of the sheet when there is nothing to print, with the reason for the buttons. */
  empty: { reason: string; state: ReactNode } | null
}

/** A page that shows a sheet and prints it on A4 or Letter. */
export function SheetPage({ title, back, sheet, preview = sheet, empty }: SheetPageProps) {
  const [paper, setPaper] = useState<Paper | null>(null)
  const done = useCallback(() => setPaper(null), [])
  return (
    <>
      <PageHead
        back={
          <span className="flex items-center gap-1.5">
            {back}
            <ChevronRight aria-hidden="true" className="size-3.5 text-ink-3" />
          </span>
        }
        title={title}
        actions={papers.map((size) => (
          <Button key={size} icon={<Printer />} disabledReason={empty?.reason} onClick={() => setPaper(size)}>
            {`Print on ${size}`}
          </Button>
        ))}
      />
      {empty?.state ?? (
        <div className="overflow-x-auto border-line-2 border-y bg-surface px-5 py-4 max-md:px-4">{preview}</div>
      )}
      {paper && (
        <PrintSheet paper={paper} upright onDone={done}>
          {sheet}
        </PrintSheet>
      )}
    </>
  )
}
