import { LoaderCircle } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'

/** A spinner; with `label` it also announces what the reader is waiting for (as a status). */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const ring = <LoaderCircle aria-hidden="true" className={classNames('animate-spin', !label && className)} />
  if (!label) return ring
  return (
    <div role="status" className={classNames('flex items-center justify-center gap-2 text-ink-2', className)}>
      {ring}
      {label}
    </div>
  )
}
