import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { type OperationFieldName, operationFieldNames } from '#domain/operations/fields.ts'
import { operationQuery } from '#web/api/operations/operations.queries.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { fieldWords } from '#web/components/record-history/change-words.ts'

const notCompared = ['status', 'originalHours', 'holdReason', 'placement', 'externalId'] as const
type Compared = Exclude<OperationFieldName, (typeof notCompared)[number]>

const compared = operationFieldNames.filter((name): name is Compared => notCompared.every((other) => other !== name))

/** The fields of `merged` that differ from the stored record; lags of removed dependencies are left out. */
export const fieldsOver = (theirs: Operation, merged: Operation): OperationInput => {
  const { dependencies, dependencyLagHours: hours, dependencyLagUnits: units } = merged
  const { dependencyMaxLagHours: longest, dependencyOverlapPercent: overlaps } = merged
  const ofThese = <T,>(byId: Record<string, T>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => dependencies.includes(id)))
  const wanted = {
    ...merged,
    dependencyLagHours: ofThese(hours),
    dependencyLagUnits: ofThese(units),
    dependencyMaxLagHours: ofThese(longest),
    dependencyOverlapPercent: ofThese(overlaps),
  }
  const differing = compared.filter((key) => JSON.stringify(wanted[key]) !== JSON.stringify(theirs[key]))
  // The server preserves the lag of a dependency that is not named, so dependencies without a lag are named as well.
  const sent = {
    ...merged,
    dependencyLagHours: Object.fromEntries(dependencies.map((id) => [id, hours[id] ?? 0])),
    dependencyLagUnits: Object.fromEntries(dependencies.map((id) => [id, units[id] ?? 'working'])),
    dependencyMaxLagHours: Object.fromEntries(dependencies.map((id) => [id, longest[id] ?? null])),
    dependencyOverlapPercent: Object.fromEntries(dependencies.map((id) => [id, overlaps[id] ?? null])),
  }
  return Object.fromEntries(differing.map((key) => [key, sent[key]]))
}

type StaleOperationProps = Omit<ComponentProps<typeof StaleRecord<Operation>>, 'subject' | 'fields' | 'readAgain'> & {
  operations: readonly Operation[]
  categories: readonly Category[]
}

/** Appears if another user has saved the operation in the meantime: yours or theirs, field by field. */
export function StaleOperation({ operations, categories, ...stale }: StaleOperationProps) {
  const client = useQueryClient()
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const { name, projectId, operationId } = stale.base
  const names = new Map([
    ...operations.map((other) => [other.operationId, other.name] as const),
    ...categories.map((category) => [category.categoryId, category.name] as const),
  ])
  const wordsOf = (key: string, value: unknown) => fieldWords(key, value, { dates, nowMs, names })
  return (
    <StaleRecord<Operation>
      {...stale}
      subject={name}
      fields={compared.map((key) => ({
        key,
        label: wordsOf(key, null)?.label ?? key,
        format: (operation) => wordsOf(key, operation[key])?.text ?? '—',
      }))}
      readAgain={() => {
        void invalidateProjects(client)
        return client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 })
      }}
    />
  )
}
