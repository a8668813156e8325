import { create } from 'zustand'

interface RunDialogState {
  /** The run on screen; null while the dialog is closed. */
  runId: string | null
  open: (runId: string) => void
  close: () => void
}

/** Which run the dialog shows: started from any screen, shown above all of them. */
export const useRunDialog = create<RunDialogState>((set) => ({
  runId: null,
  open: (runId) => set({ runId }),
  close: () => set({ runId: null }),
}))
