import { defaultProjectsSearch, type OptionalColumn, type ProjectsSearch } from './projects-search.ts'

/** What a decision needs first, shown where there is no room for all. */
const decisionColumns: readonly OptionalColumn[] = ['state', 'shipDate', 'forecast', 'slack']

/** The columns to show. A screen without room for the usual ones gets those of a decision, until the reader chooses others. */
export const columnsOf = ({ columns }: Pick<ProjectsSearch, 'columns'>, isTight: boolean): readonly OptionalColumn[] =>
  isTight && columns.join() === defaultProjectsSearch.columns.join() ? decisionColumns : columns
