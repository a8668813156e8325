import { useEffect, useState } from 'react'
import { overloaded } from '#domain/schedule/overloads.ts'
import { isPatched } from './model/patch-model.ts'
import type { ScheduleModel } from './model/schedule-model.ts'
import { whenIdle } from './model/when-idle.ts'

interface Found {
  readonly model: ScheduleModel
  /** null = there is none. */
  readonly overloads: Uint8Array | null
}

/**
 * 1 for each operation above the capacity of its work center; null = there is none. They are found when the plan has been painted, so
 * that it appears sooner. Until then, a newer plan with the same rows keeps those of the plan before.
 */
export const useOverloads = (model: ScheduleModel | undefined): Uint8Array | null => {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (!model) return
    return whenIdle(() => {
      const all = overloaded(model)
      setFound({ model, overloads: all.includes(1) ? all : null })
    })
  }, [model])
  return found && model && isPatched(found.model, model) ? found.overloads : null
}
