import { useRef } from 'react'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { type SameLook, sameLook } from '../model/same-look.ts'

/** How many older scenes are kept, each with the plan of its time. */
const mostKept = 4

/**
 * The scenes of the drawn parts, for `PartContext`: for each the oldest in which it looks as it does now, so that a newer plan
 * draws only those parts again that it changes. `isSame` compares a part in that scene and the present one.
 */
export const useKeptScenes = <Part>(
  parts: readonly Part[],
  keyOf: (part: Part) => unknown,
  isSame: (look: SameLook, part: Part) => boolean,
): readonly GanttScene[] => {
  const gantt = useGantt()
  const kept = useRef(new Map<unknown, GanttScene>())
  const looks = new Map<GanttScene, SameLook | null>()
  const scenes = parts.map((part) => {
    const before = kept.current.get(keyOf(part))
    if (!before || before === gantt) return gantt
    if (!looks.has(before) && looks.size < mostKept) looks.set(before, sameLook(before, gantt))
    const look = looks.get(before)
    return look && isSame(look, part) ? before : gantt
  })
  kept.current = new Map(parts.map((part, i) => [keyOf(part), scenes[i] ?? gantt]))
  return scenes
}
