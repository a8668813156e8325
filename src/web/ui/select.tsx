import './select.css'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { type InputSize, inputClasses } from './input-classes.ts'

// Escape closes an open list and nothing else: dialogs listen on the document, so the key is stopped on its way there.
// The list closes all the same, because the browser does that itself.
if (globalThis.CSS?.supports?.('appearance', 'base-select')) {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && document.querySelector('select:open')) event.stopPropagation()
    },
    true,
  )
}

/** A native select whose list looks like the menus of the product, with no look of its own while it is closed. */
export const BareSelect = (props: ComponentProps<'select'>) => (
  // What lies behind a dialog does not scroll, and neither would a list that the dialog does not know of.
  <select onWheel={(event) => event.stopPropagation()} onTouchMove={(event) => event.stopPropagation()} {...props} />
)

type SelectProps = Omit<ComponentProps<'select'>, 'size'> & { size?: InputSize }

/** A native select in the box of the text inputs. */
export const Select = ({ size = 'medium', className, ...select }: SelectProps) => (
  <div className="relative w-full">
    <BareSelect {...select} className={classNames(inputClasses(size, { end: true }), className)} />
    <ChevronDown className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-3" />
  </div>
)
