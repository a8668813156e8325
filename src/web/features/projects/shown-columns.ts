import { defaultProjectsSearch, type OptionalColumn, type ProjectsSearch } from './projects-search.ts'

/** The most important columns, for screens without room for all. */
const decisionColumns: readonly OptionalColumn[] = ['state', 'shipDate', 'forecast', 'slack']

/** The columns to show. A screen without room for the usual ones gets the most important ones, until the reader chooses others. */
export const columnsOf = ({ columns }: Pick<ProjectsSearch, 'columns'>, isTight: boolean): readonly OptionalColumn[] =>
  isTight && columns.join() === defaultProjectsSearch.columns.join() ? decisionColumns : columns
