import * as Radix from '@radix-ui/react-tooltip'
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { KeyCap } from './key-cap.tsx'
import { LayerContext } from './layer.ts'

const ProviderContext = createContext(false)

/** Once at the root: tooltips that follow each other then open without the delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <ProviderContext value={true}>
      <Radix.Provider delayDuration={500} skipDelayDuration={300}>
        {children}
      </Radix.Provider>
    </ProviderContext>
  )
}

type TooltipProps = {
  /** What it says; without it the child stands alone. */
  content: ReactNode
  /** The shortcut of the action, shown beside the words. */
  shortcut?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}

/** Words beside a control on hover and keyboard focus. The child takes a ref and spreads its props. */
export function Tooltip({ content, shortcut, side = 'bottom', children }: TooltipProps) {
  const provided = useContext(ProviderContext)
  const layer = useContext(LayerContext)
  if (!content) return children
  const tooltip = (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={`${layer} flex max-w-80 items-center gap-2 rounded border border-line-2 bg-raised px-2 py-1 text-ink text-label shadow-2 data-[state=delayed-open]:animate-pop-in`}
        >
          {content}
          {shortcut && <KeyCap keys={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
  return provided ? tooltip : <TooltipProvider>{tooltip}</TooltipProvider>
}
