/** Classes of a link or button drawn as a tab, current through aria-current="page", aria-selected or data-status. */
export const tabClasses =
  'relative inline-flex h-full items-center gap-1.5 whitespace-nowrap px-0.5 text-ink-2 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-selected:font-semibold aria-selected:text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-transparent aria-[current=page]:after:bg-primary aria-selected:after:bg-primary focus-visible:-outline-offset-2'
