import { useState } from 'react'

/** Every item that was ever present, in order of first appearance: a control stays after its answer has settled the question. */
export const useKept = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] => {
  const [kept, setKept] = useState<ReadonlyMap<string, T>>(new Map())
  const fresh = items.filter((item) => !kept.has(keyOf(item)))
  if (fresh.length > 0) setKept(new Map([...kept, ...fresh.map((item) => [keyOf(item), item] as const)]))
  return [...kept.values(), ...fresh]
}
