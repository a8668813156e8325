import { externalValue, useExternalValue } from '#web/lib/external-value.ts'
import { loadWithRetries } from '#web/lib/load-with-retries.ts'

/** Limits: at most three toasts for 5 s each, and one snackbar for 4 s. */
export const toastLimits = { most: 3, showMs: 5000, snackbarMs: 4000 } as const

export type ToastKind = 'success' | 'error' | 'info'
export type ToastOptions = {
  action?: { label: string; onClick: () => void }
  /** Id of its subject: the next toast about the same subject replaces it, so that two never contradict each other. */
  about?: string
}

export const snackbarId = 'snackbar'

/** Null until the first toast. The Toaster is not needed earlier, and still shows the first one. */
const toaster = externalValue<Loaded | null>(null)

type Loaded = typeof import('./toaster.tsx')
/** The toaster and its package (10 KB) are loaded after the first screen; without a connection, as soon as there is one. */
const load = () =>
  loadWithRetries(async () => {
    // Undefined if the page must not reload when the code cannot be loaded.
    const loaded: Loaded | undefined = await import('./toaster.tsx')
    if (!loaded) throw new Error('There is no connection')
    return loaded
  })

const show = async (kind: ToastKind, message: string, options: ToastOptions, toasterId?: string) => {
  const loaded = await load()
  toaster.set(loaded)
  loaded.showToast(kind, message, options, toasterId)
}

/** Loads the toaster in advance, because the first toast may be about a lost connection. */
export const prepareToasts = (): void => void import('./toaster.tsx').catch(() => {})

/** Shows a result or a failure at the bottom center: `toast.success('Project moved to Production', { action })`. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options),
  info: (message: string, options: ToastOptions = {}) => void show('info', message, options),
}

/** Shows the same at the bottom right, for 4 s. */
export const snackbar = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options, snackbarId),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options, snackbarId),
  info: (message: string, options: ToastOptions = {}) => void show('info', message, options, snackbarId),
}

/** Where toasts appear. */
export function ToasterHost() {
  const loaded = useExternalValue(toaster)
  return loaded && <loaded.Toaster />
}
