import { create } from 'zustand'

/** Specification 4.3: whether something is being edited, whether it differs from what is stored, and what it is. */
export interface Editing {
  isEditing: boolean
  hasUnsavedChanges: boolean
  entityId: string | null
  entityType: string | null
}

const idle: Editing = { isEditing: false, hasUnsavedChanges: false, entityId: null, entityType: null }

export const useEditing = create<Editing>(() => idle)

export const startEditing = (entityType: string, entityId: string | null, hasUnsavedChanges = false): void =>
  useEditing.setState({ isEditing: true, hasUnsavedChanges, entityId, entityType })

export const stopEditing = (): void => useEditing.setState(idle)
