import { Info, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Toaster as SonnerToaster, toast as sonner } from 'sonner'
import { classNames } from '#web/lib/class-names.ts'
import { LateIcon, OnTimeIcon } from './icons/state-icons.tsx'
import { snackbarId, type ToastKind, type ToastOptions, toastLimits } from './toast.tsx'
import { useIsBarThere } from './toast-room.ts'

const icons = {
  success: <OnTimeIcon className="size-4 shrink-0 text-ok-text" />,
  error: <LateIcon className="size-4 shrink-0 text-crit-text" />,
  info: <Info className="text-primary-text" />,
}

/** Ids of the toasts on screen, oldest first. Sonner only hides the fourth toast, so we remove the oldest one. */
const shown: (string | number)[] = []
/** The toast id of each subject. */
const aboutWhat = new Map<string, string | number>()
const forget = ({ id }: { id: string | number }) => {
  for (const [about, shownId] of aboutWhat) if (shownId === id) aboutWhat.delete(about)
  const index = shown.indexOf(id)
  if (index >= 0) shown.splice(index, 1)
}

/**
 * When the focus leaves a toast, Sonner returns it to its previous element, even if the reader has just moved it elsewhere, and a
 * menu opened then would close at once. So a clicked button of a toast takes no focus, and one used by key returns it.
 */
const leavesFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }

/** Shows one toast; called through `toast` and `snackbar`, which load this file on first use. */
export function showToast(kind: ToastKind, message: string, { action, about }: ToastOptions, toasterId?: string) {
  if (about !== undefined && aboutWhat.has(about)) sonner.dismiss(aboutWhat.get(about))
  if (!toasterId) while (shown.length >= toastLimits.most) sonner.dismiss(shown.shift())
  const id = sonner.custom(
    (ownId) => (
      <div className="flex min-h-10 w-fit max-w-[min(440px,calc(100vw-32px))] items-center gap-2 rounded border border-line-2 bg-raised py-1 pr-1.5 pl-3 font-sans text-body text-ink shadow-2">
        {icons[kind]}
        <span className="mr-1">{message}</span>
        {action && (
          <button
            type="button"
            className="min-h-6 shrink-0 rounded-inner px-1.5 text-primary-text hover:underline"
            {...leavesFocus}
            onClick={({ currentTarget }) => {
              currentTarget.blur()
              action.onClick()
              sonner.dismiss(ownId)
            }}
          >
            {action.label}
          </button>
        )}
        <button
          type="button"
          aria-label="Dismiss"
          className="flex size-7 shrink-0 items-center justify-center rounded-inner text-ink-3 hover:bg-press"
          {...leavesFocus}
          onClick={({ currentTarget }) => {
            currentTarget.blur()
            sonner.dismiss(ownId)
          }}
        >
          <X className="size-3.5" />
        </button>
      </div>
    ),
    {
      duration: toasterId ? toastLimits.snackbarMs : toastLimits.showMs,
      toasterId,
      onDismiss: forget,
      onAutoClose: forget,
    },
  )
  if (!toasterId) shown.push(id)
  if (about !== undefined) aboutWhat.set(about, id)
}

const shared = { expand: true, gap: 8, className: 'z-toast!', toastOptions: { unstyled: true } } as const
const toastClass = (side: string) => ({ ...shared.toastOptions, className: classNames('flex w-full', side) })

/** Distance from the bottom edge in px, above a floating bar, which is 44 px high (56 px on phones). */
const atEdge = { offset: 20, mobileOffset: 16 }
const aboveBar = { offset: 108, mobileOffset: 80 }

/** Shows toasts and the snackbar; mounted once at the root. */
export function Toaster() {
  const place = useIsBarThere() ? aboveBar : atEdge
  return (
    <>
      <SonnerToaster
        {...shared}
        position="bottom-center"
        visibleToasts={toastLimits.most}
        duration={toastLimits.showMs}
        {...place}
        toastOptions={toastClass('justify-center')}
      />
      <SonnerToaster
        {...shared}
        id={snackbarId}
        position="bottom-right"
        visibleToasts={1}
        duration={toastLimits.snackbarMs}
        offset={16}
        mobileOffset={16}
        toastOptions={toastClass('justify-end')}
      />
    </>
  )
}
