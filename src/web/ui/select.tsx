import './select.css'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { type InputSize, inputClasses } from './input-classes.ts'

// Escape closes an open list and nothing else. Dialogs listen on the document, so the key is stopped before it gets
// there; the browser still closes the list.
if (globalThis.CSS?.supports?.('appearance', 'base-select')) {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && document.querySelector('select:open')) event.stopPropagation()
    },
    true,
  )
}

/** A native select whose open list looks like the product's menus; closed, it has no look of its own. */
export const BareSelect = (props: ComponentProps<'select'>) => (
  // A dialog stops scrolling outside of it, including in a list that it does not know.
  <select onWheel={(event) => event.stopPropagation()} onTouchMove={(event) => event.stopPropagation()} {...props} />
)

type SelectProps = Omit<ComponentProps<'select'>, 'size'> & { size?: InputSize }

/** A native select in the box of text inputs. */
export const Select = ({ size = 'medium', className, ...select }: SelectProps) => (
  <div className="relative w-full">
    <BareSelect {...select} className={classNames(inputClasses(size, { end: true }), className)} />
    <ChevronDown className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-3" />
  </div>
)
