import { Check, ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'

/** 'Recently Completed (n)': the projects placed last, newest first; can be folded away. */
export function RunRecent({ run }: { run: SchedulingRun }) {
  const [open, setOpen] = useState(true)
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <section className="overflow-hidden rounded border border-line">
      <h3>
        <button
          type="button"
          className="flex h-9 w-full items-center gap-2 bg-sunken px-3 font-semibold hover:bg-press"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Chevron className="size-4 text-ink-3" />
          Recently Completed ({run.completed})
        </button>
      </h3>
      {open && (
        <ul className="max-h-45 overflow-auto" aria-label="Recently completed projects">
          {run.recent.map((name) => (
            <li key={name} className="flex h-8 items-center gap-2 border-line border-t px-3">
              <Check className="size-4 text-ok-text" />
              <span className="truncate">{name}</span>
            </li>
          ))}
          {run.recent.length === 0 && <li className="border-line border-t px-3 py-2 text-ink-3">None yet</li>}
        </ul>
      )}
    </section>
  )
}
