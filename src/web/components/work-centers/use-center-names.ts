import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'

/** The names of work centers and pools by id; empty until they are loaded. */
export const useCenterNames = (): ReadonlyMap<string, string> => {
  const { data } = useQuery(categoriesQuery())
  return useMemo(() => new Map((data ?? []).map(({ categoryId, name }) => [categoryId, name])), [data])
}
