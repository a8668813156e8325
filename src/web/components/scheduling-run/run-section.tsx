import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** A collapsible section of the dialog. */
export function RunSection({
  title,
  startsOpen = true,
  children,
}: {
  title: string
  startsOpen?: boolean | undefined
  children: ReactNode
}) {
  const [open, setOpen] = useState(startsOpen)
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <section className="overflow-hidden rounded border border-line bg-surface">
      <h3>
        <button
          type="button"
          className="flex h-9 w-full items-center gap-2 bg-sunken px-3 text-left font-semibold hover:bg-press max-md:h-11"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Chevron aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
          {title}
        </button>
      </h3>
      {open && children}
    </section>
  )
}
