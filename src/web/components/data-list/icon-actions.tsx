import type { ReactElement } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

interface IconAction {
  /** Names the row too: 'Remove Ana Silva'. */
  readonly label: string
  /** Names the action if its label changes with the row, so that its button keeps the focus: 'Pause', later 'Resume'. */
  readonly action?: string
  readonly icon: ReactElement
  readonly onClick: () => void
}

/** The look of a column with the icon buttons of each row, at its end and not on paper. */
export const iconActions = <Row, Scene>(actionsOf: (row: Row, scene: Scene) => readonly IconAction[]) => ({
  end: true,
  hiddenHead: true,
  controls: true,
  classes: 'whitespace-nowrap',
  plain: (row: Row, scene: Scene) => (
    <>
      {actionsOf(row, scene).map(({ action, ...button }) => (
        <IconButton key={action ?? button.label} size="small" {...button} />
      ))}
    </>
  ),
})
