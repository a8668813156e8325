import { useNavigate } from '@tanstack/react-router'
import {
  ChartColumn,
  Clock,
  Factory,
  FileUp,
  Keyboard,
  Pin,
  PinOff,
  Play,
  Plus,
  Printer,
  ScanSearch,
  Settings2,
  SunMoon,
} from 'lucide-react'
import { useMemo } from 'react'
import type { RunEffort } from '#contract/vocabulary.ts'
import { useToggleTheme } from '#web/components/appearance/use-toggle-theme.ts'
import { type Page, pages } from '#web/components/navigation/page-at.ts'
import { askForScheduleMenu } from '#web/components/print/ask-for-schedule-menu.ts'
import { type PrintableList, usePrintableLists, usualPaper } from '#web/components/print/printable-list.ts'
import { useTryFirst } from '#web/components/proposals/use-try-first.ts'
import { useScheduleAll } from '#web/components/scheduling-run/use-start-run.ts'
import { showShortcuts } from '#web/components/shortcuts/registry.ts'
import { refusalOf, useActor } from '#web/stores/actor.ts'
import { togglePinnedNavItem, useHeaderStorage } from '#web/stores/habits.ts'
import { useSession } from '#web/stores/session.ts'
import { snackbar } from '#web/ui/toast.tsx'
import type { Command } from './command.ts'
import { pageDescriptions, settingsPages, subPages } from './page-commands.ts'

/** The palette fades out before the page is printed. */
const fadedMs = 300

/** The same command, or its refusal if the reader lacks the right. */
const unlessRefused = (refusal: string | null, command: Command): Command =>
  refusal === null ? command : { ...command, description: refusal, isRefused: true, run: () => snackbar.info(refusal) }

/** Commands to schedule everything, or to preview the result. */
const runCommands = (start: (input: { effort?: RunEffort }) => void, preview: () => void): Command[] => [
  {
    id: 'preview',
    group: 'Actions',
    name: 'Preview Schedule all',
    description: 'What would move, before anything does: try first, what if, dry run',
    Icon: ScanSearch,
    run: preview,
  },
  {
    id: 'run',
    group: 'Actions',
    name: 'Schedule all projects',
    description: 'Starts a scheduling run',
    Icon: Play,
    run: () => start({}),
  },
  {
    id: 'run-thorough',
    group: 'Actions',
    name: 'Schedule all projects thoroughly',
    description: 'Searches longer for a better plan; stop at any time',
    Icon: Play,
    run: () => start({ effort: 'thorough' }),
  },
]

const floorCommand = (navigate: ReturnType<typeof useNavigate>): Command => ({
  id: 'floor',
  group: 'Go to',
  name: 'Shop floor',
  description: 'Report work: started, progress, done, on hold',
  Icon: Factory,
  run: () => void navigate({ to: '/floor' }),
})

const overtimeCommand = (navigate: ReturnType<typeof useNavigate>): Command => ({
  id: 'overtime',
  group: 'Actions',
  name: 'Add overtime or downtime',
  description: 'Extra hours, weekend work, a machine that is down or closed, another capacity',
  Icon: Clock,
  run: () => void navigate({ to: '/shift-patterns', search: { tab: 'exceptions', edit: 'new' } }),
})

/** Prints a list of the page with all of its rows. */
const listCommand = ({ title, print }: PrintableList, index: number, lists: readonly PrintableList[]): Command => ({
  id: `print:${title}`,
  group: 'Actions',
  name: lists.length > 1 ? `Print ${title}` : 'Print this list',
  description: `${title}: all rows that match, on paper or saved to a PDF`,
  Icon: Printer,
  keys: index === lists.length - 1 ? 'Mod+P' : undefined,
  run: () => setTimeout(() => print(usualPaper()), fadedMs),
})

const pageCommand: Command = {
  id: 'print',
  group: 'Actions',
  name: 'Print this page',
  description: 'On paper, or saved to a PDF',
  Icon: Printer,
  run: () => setTimeout(() => window.print(), fadedMs),
}

/** Prints the lists of the page, or a page without a list, and opens the print menu of the schedule. */
const printCommands = (navigate: ReturnType<typeof useNavigate>, lists: readonly PrintableList[]): Command[] => [
  ...(lists.length > 0 ? lists.map(listCommand) : [pageCommand]),
  {
    id: 'print-schedule',
    group: 'Actions',
    name: 'Print the schedule or dispatch list',
    description: 'Schedule, Share and print: the plan or what each work center does next, PDF, picture, export',
    Icon: Printer,
    run: () => {
      void navigate({ to: '/schedule' })
      setTimeout(askForScheduleMenu, fadedMs)
    },
  },
]

/** Moves a screen to the front of the navigation, or back. */
const pinCommands = (mine: readonly Page[], pinned: readonly string[]): Command[] =>
  mine.map<Command>(({ to, label }) => {
    const isPinned = pinned.includes(to)
    return {
      id: `pin:${to}`,
      group: 'Navigation',
      name: `${isPinned ? 'Unpin' : 'Pin'} ${label}`,
      description: isPinned ? 'Return it to its usual position' : 'Move it to the front of the navigation',
      Icon: isPinned ? PinOff : Pin,
      run: () => {
        togglePinnedNavItem(to)
        snackbar.info(isPinned ? `${label} is back in its usual position` : `${label} is pinned to the front`)
      },
    }
  })

/** Every command that does not open a record: navigation, actions, settings, pins. */
export const useCommands = (): Command[] => {
  const navigate = useNavigate()
  const isAdmin = useSession((session) => session.isAdmin)
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const actor = useActor()
  const { scheduleAll } = useScheduleAll()
  const { tryFirst } = useTryFirst()
  const { toggle: toggleTheme } = useToggleTheme()
  const printable = usePrintableLists()
  const pinned = useHeaderStorage((header) => header.pinnedNavItems)
  return useMemo(() => {
    const preview = () => {
      snackbar.info('Computing the preview…')
      void tryFirst({ changes: [], method: 'optimize' })
    }
    const mine = pages({ isAdmin, isSuperAdmin })
    const goTo = mine.map<Command>(({ to, label, Icon, letter }) => ({
      id: `go:${to}`,
      group: 'Go to',
      name: label,
      description: pageDescriptions[to],
      Icon,
      keys: letter && `Alt+${letter}`,
      run: () => void navigate({ to }),
    }))
    const below = subPages.map<Command>(({ to, name, description }) => ({
      id: `go:${to}`,
      group: 'Go to',
      name,
      description,
      Icon: ChartColumn,
      run: () => void navigate({ to }),
    }))
    const actions: Command[] = [
      {
        id: 'theme',
        group: 'Actions',
        name: 'Toggle theme',
        description: 'Switch between dark and light',
        Icon: SunMoon,
        keys: 'Alt+T',
        run: toggleTheme,
      },
      ...runCommands(scheduleAll, preview).map((command) => unlessRefused(refusalOf(actor, 'tryPlans'), command)),
      floorCommand(navigate),
      unlessRefused(refusalOf(actor, 'enterExceptions'), overtimeCommand(navigate)),
      ...printCommands(navigate, printable),
      unlessRefused(refusalOf(actor, 'planProjects'), {
        id: 'new-project',
        group: 'Actions',
        name: 'New project',
        description: 'Create a project',
        Icon: Plus,
        run: () => void navigate({ to: '/projects', search: { edit: 'new' } }),
      }),
      unlessRefused(refusalOf(actor, 'importWork'), {
        id: 'import',
        group: 'Actions',
        name: 'Import projects',
        description: 'From a spreadsheet, a CSV file or MS Project',
        Icon: FileUp,
        run: () => void navigate({ to: '/projects', search: { edit: 'import' } }),
      }),
      {
        id: 'shortcuts',
        group: 'Actions',
        name: 'Keyboard shortcuts',
        description: 'All shortcuts on this screen',
        Icon: Keyboard,
        keys: 'Alt+?',
        run: () => showShortcuts(),
      },
    ]
    const settings = settingsPages.map<Command>(({ to, hash, name, description }) => ({
      id: `settings:${hash}`,
      group: 'Settings',
      name,
      description,
      Icon: Settings2,
      run: () => void navigate({ to, hash }),
    }))
    return [...goTo, ...below, ...actions, ...settings, ...pinCommands(mine, pinned)]
  }, [isAdmin, isSuperAdmin, pinned, printable, navigate, scheduleAll, tryFirst, toggleTheme, actor])
}
