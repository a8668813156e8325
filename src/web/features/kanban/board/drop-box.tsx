import { classNames } from '#web/lib/class-names.ts'

/** Shows the effect of dropping here. */
export const DropBox = ({ allowed, className }: { allowed: boolean; className?: string }) => (
  <div
    className={classNames(
      'flex h-8.5 items-center justify-center rounded border border-dashed',
      allowed ? 'border-primary-mark bg-surface text-primary-text' : 'border-crit bg-crit-tint text-crit-text',
      className,
    )}
  >
    {allowed ? '✓ Drop here' : '✗ Cannot drop here'}
  </div>
)
