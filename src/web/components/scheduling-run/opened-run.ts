import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

/** The run whose dialog is open, on any screen. */
export const openedRun = externalValue<string | null>(null)

export const useOpenedRun = (): string | null => useExternalValue(openedRun)

export const openRun = (runId: string): void => openedRun.set(runId)
export const closeRun = (): void => openedRun.set(null)
