import { externalValue } from '#web/lib/external-value.ts'

/** Whether something is being edited, whether it has unsaved changes, and what it is. */
interface Editing {
  readonly isEditing: boolean
  readonly hasUnsavedChanges: boolean
  readonly entityId: string | null
  readonly entityType: string | null
}

const notEditing: Editing = { isEditing: false, hasUnsavedChanges: false, entityId: null, entityType: null }

const editing = externalValue(notEditing)

export const hasUnsavedChanges = (): boolean => editing.get().hasUnsavedChanges

export const startEditing = (entityType: string, entityId: string | null, unsaved: boolean): void =>
  editing.set({ isEditing: true, hasUnsavedChanges: unsaved, entityId, entityType })
export const stopEditing = (): void => editing.set(notEditing)
