/** The progress of a card, 0 to 100. It is one node instead of the usual two, because a board renders dozens. */
export function CardProgressBar({ percent, name }: { percent: number; name: string }) {
  const shown = Math.min(100, Math.max(0, percent))
  const fill = shown === 100 ? 'var(--ok)' : 'var(--primary)'
  return (
    <div
      role="progressbar"
      aria-label={`Progress of ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      className="h-1 w-full min-w-4 rounded-mark"
      style={{ background: `linear-gradient(to right, ${fill} ${shown}%, var(--press) 0)` }}
    />
  )
}
