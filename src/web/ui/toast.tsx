/** Toasts of the specification: three at most, 5 s; the snackbar: one, 4 s. */
export const toastLimits = { most: 3, showMs: 5000, snackbarMs: 4000 } as const

export type ToastKind = 'success' | 'error' | 'info'
export type ToastOptions = {
  action?: { label: string; onClick: () => void }
  /** What it tells of, by id: the next toast about the same takes its place, so that two never contradict each other. */
  about?: string
}

export const snackbarId = 'snackbar'

let isWanted = false
const waiting = new Set<() => void>()

/** For whoever mounts the Toaster: there is no need for it before the first toast, which it then still shows. */
export const toasterWanted = {
  get: (): boolean => isWanted,
  subscribe: (notify: () => void): (() => void) => {
    waiting.add(notify)
    return () => void waiting.delete(notify)
  },
}

/** The toaster and its package follow the first screen: 10 KB that nobody waits for. */
const show = async (kind: ToastKind, message: string, options: ToastOptions, toasterId?: string) => {
  isWanted = true
  for (const notify of waiting) notify()
  const { showToast } = await import('./toaster.tsx')
  showToast(kind, message, options, toasterId)
}

/** Fetches the toaster before it is needed: the first thing to say may be that the connection is gone. */
export const prepareToasts = (): void => void import('./toaster.tsx').catch(() => {})

/** Says at the lower center that something was done or failed: `toast.success('Project moved to Production', { action })`. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options),
  info: (message: string, options: ToastOptions = {}) => void show('info', message, options),
}

/** The same at the lower right, for 4 s. */
export const snackbar = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options, snackbarId),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options, snackbarId),
  info: (message: string, options: ToastOptions = {}) => void show('info', message, options, snackbarId),
}
