import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { SearchHit } from '#contract/search.ts'
import { phaseTitles } from '#contract/vocabulary.ts'
import { recordsQuery, searchQuery } from '#web/api/overview/search.queries.ts'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import type { Command } from './command.ts'

const pauseMs = 120

const paused = (text: string) => text.trim().replace(/\s+/g, ' ')

/** The text, updated only when the reader pauses typing. */
const usePaused = (text: string): string => {
  const [pausedText, setPausedText] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPausedText(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : pausedText
}

type Described = Pick<SearchHit, 'projectNumber' | 'projectName' | 'currentPhase'>

/**
 * Commands that open one project or operation: those that the server finds for the text (`found`), the projects that
 * this browser has loaded and searches at once (`held`), and the recent ones by id (`recent`).
 */
export const useRecordCommands = (query: string, recentIds: readonly string[]) => {
  const navigate = useNavigate()
  const q = usePaused(paused(query))
  const { data, isFetching } = useQuery({ ...searchQuery(q), placeholderData: keepPreviousData })
  const { data: recent } = useQuery({ ...recordsQuery(recentIds), placeholderData: keepPreviousData })
  const projects = useQueryClient().getQueryData(projectsQuery().queryKey)
  const { openProject, openOperation } = useMemo(() => {
    const about = ({ projectName, currentPhase }: Described) => `${projectName} · ${phaseTitles[currentPhase]}`
    return {
      openProject: (hit: Described & { projectId: string }): Command => ({
        id: `project:${hit.projectId}`,
        group: 'Projects',
        name: `#${hit.projectNumber} ${hit.projectName}`,
        description: phaseTitles[hit.currentPhase],
        run: () => void navigate({ to: '/projects/$projectId', params: { projectId: hit.projectId } }),
      }),
      openOperation: (hit: SearchHit): Command => ({
        id: `operation:${hit.id}`,
        group: 'Operations',
        name: hit.operationName ?? '',
        description: `#${hit.projectNumber} ${about(hit)}`,
        run: () =>
          void navigate({
            to: '/projects/$projectId/operations/$operationId',
            params: { projectId: hit.projectId, operationId: hit.id },
          }),
      }),
    }
  }, [navigate])
  const commandOf = useMemo(
    () => (hit: SearchHit) => (hit.kind === 'project' ? openProject(hit) : openOperation(hit)),
    [openProject, openOperation],
  )
  return {
    found: useMemo(() => (q === '' ? [] : (data ?? []).map(commandOf)), [q, data, commandOf]),
    held: useMemo(() => (projects ?? []).map(openProject), [projects, openProject]),
    recent: useMemo(
      () => (recentIds.length === 0 ? [] : (recent ?? []).map(commandOf)),
      [recentIds, recent, commandOf],
    ),
    /** The server has not answered this text yet. */
    isSearching: isFetching || q !== paused(query),
  }
}
