import { memo, type ReactNode } from 'react'
import { formatNumber } from '#web/lib/format-number.ts'
import { KeyCap } from '#web/ui/key-cap.tsx'

const Keys = ({ keys, children }: { keys: string[]; children: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    {keys.map((key) => (
      <KeyCap key={key} keys={key} />
    ))}
    {children}
  </span>
)

type FooterProps = { total: number; projects: number; hoursLeft: number }

/** Totals of what matches, and the keys of the list. */
export const ListFooter = memo(({ total, projects, hoursLeft }: FooterProps) => (
  <footer className="flex h-9 shrink-0 items-center gap-4 overflow-hidden whitespace-nowrap border-line-2 border-t bg-canvas px-5 text-ink-2 text-label tabular-nums max-md:hidden">
    <span>
      <b className="text-ink">{formatNumber(total)}</b> {total === 1 ? 'operation' : 'operations'}
    </span>
    <span>
      <b className="text-ink">{formatNumber(projects)}</b> {projects === 1 ? 'project' : 'projects'}
    </span>
    <span>
      <b className="text-ink">{formatNumber(Math.round(hoursLeft))}</b> h left
    </span>
    <span className="ml-auto flex items-center gap-4 max-lg:hidden">
      <Keys keys={['J', 'K']}>move</Keys>
      <Keys keys={['X']}>select</Keys>
      <Keys keys={['G']}>group</Keys>
      <Keys keys={['R']}>reschedule</Keys>
      <Keys keys={['Enter']}>open</Keys>
    </span>
  </footer>
))
