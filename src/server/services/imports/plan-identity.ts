import type { PlanQuestion } from '#contract/import-previews.ts'
import type { ImportTable } from '#contract/imports.ts'
import type { ProjectGroup } from '#domain/import/group-rows.ts'
import { TextMap } from '#domain/import/text-key.ts'
import type { ProjectRow } from '../projects/project-fields.ts'
import { findProject } from './plan-project.ts'
import { idOfPlan, type StoredShop } from './stored-shop.ts'

/** Candidates for a project of the table. */
export type Identity =
  /** The stored project, or a new one under an external id of its own. */
  | { readonly kind: 'known'; readonly before: ProjectRow | null; readonly externalId?: string | undefined }
  /** One of several, or a new one: only a person knows, unless one of them is the same in everything. */
  | { readonly kind: 'asked'; readonly candidates: readonly ProjectRow[]; readonly question: PlanQuestion }
  | { readonly kind: 'refused'; readonly refusal: Extract<ReturnType<typeof findProject>, { ok: false }> }

const keyOf = ({ externalId, fields }: ProjectGroup): string =>
  externalId === undefined ? `name ${fields.projectName ?? ''}` : `id ${externalId}`

const onlyId = (rows: readonly ProjectRow[]): string | undefined => (rows.length === 1 ? rows[0]?.projectId : undefined)

/** An id that no project from a plan with the same id has. */
const freshId = (externalId: string, candidates: readonly ProjectRow[]): string => {
  const taken = new Set(candidates.map((row) => row.externalId))
  if (!taken.has(externalId)) return externalId
  let copy = 2
  while (taken.has(`${externalId} (${copy})`)) copy += 1
  return `${externalId} (${copy})`
}

/**
 * Says which stored project a group is. The ids and names of a project plan are no proof: every plan that is saved from the same template
 * has them. So such a project is a stored one only when a person says so, when nothing would change, or when it is the only one that an
 * import that repeats has brought before.
 */
export const identities = (
  { isPlan, planAnswers = [] }: Pick<ImportTable, 'isPlan' | 'planAnswers'>,
  shop: StoredShop,
  hasBrought: (projectId: string) => boolean = () => false,
): ((group: ProjectGroup) => Identity) => {
  const answers = new TextMap(planAnswers.map(({ key, projectId }) => [key, projectId] as const))
  return (group) => {
    const { externalId, fields } = group
    if (!isPlan || fields.projectNumber) {
      const found = findProject(group, shop)
      return found.ok ? { kind: 'known', before: found.before } : { kind: 'refused', refusal: found }
    }
    const candidates =
      externalId === undefined
        ? (shop.byName.get(fields.projectName ?? '') ?? [])
        : (shop.byPlanId.get(idOfPlan(externalId)) ?? [])
    const fresh = { kind: 'known', before: null, externalId: externalId && freshId(externalId, candidates) } as const
    const key = keyOf(group)
    const answer = answers.get(key) ?? onlyId(candidates.filter(({ projectId }) => hasBrought(projectId)))
    if (candidates.length === 0 || (answer === undefined && answers.get(key) === null)) return fresh
    if (answer !== undefined) {
      const before = candidates.find(({ projectId }) => projectId === answer)
      if (before) return { kind: 'known', before, externalId: before.externalId ?? externalId }
      return {
        kind: 'refused',
        refusal: { ok: false, field: null, message: 'The project that this plan should change is gone' },
      }
    }
    const projects = candidates.map(({ projectId, projectNumber, projectName }) => ({
      projectId,
      projectNumber,
      projectName,
    }))
    return { kind: 'asked', candidates, question: { key, row: group.row, name: fields.projectName ?? '', projects } }
  }
}
