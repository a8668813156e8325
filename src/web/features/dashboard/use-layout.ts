import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { savePreferencesMutation } from '#web/api/users.mutations.ts'
import { meQuery } from '#web/api/users.queries.ts'

/** The reader's layout: 'compact' leaves only what needs a decision; kept with the preferences. */
export const useDashboardLayout = () => {
  const chosen = useQuery({ ...meQuery(), select: ({ preferences }) => preferences.dashboardLayout }).data
  const save = useMutation(savePreferencesMutation(useQueryClient()))
  const layout = save.isPending ? save.variables.dashboardLayout : chosen
  const isCompact = layout === 'compact'
  return {
    isCompact,
    toggle: () => save.mutate({ dashboardLayout: isCompact ? 'default' : 'compact' }),
  }
}
