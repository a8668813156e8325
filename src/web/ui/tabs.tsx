import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { CountBadge } from './count-badge.tsx'
import { tabClasses } from './tab-classes.ts'

const strip =
  'flex h-tab-strip shrink-0 items-stretch gap-4 overflow-x-auto shadow-[inset_0_-1px_var(--line-2)] [scrollbar-width:none]'

/** Scrolls the open tab to the middle of a strip that is too narrow for all tabs: the one at `index`, otherwise the current link. */
const useOpenTabInView = (index?: number) => {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = ref.current
    const tab = index === undefined ? list?.querySelector('[aria-current=page]') : list?.children[index]
    if (!list || !(tab instanceof HTMLElement)) return
    list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
  }, [index])
  return ref
}

/** A strip of links that look like tabs: `<TabStrip label="Views"><Link className={tabClasses} .../></TabStrip>`. */
export const TabStrip = ({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) => (
  <nav ref={useOpenTabInView()} aria-label={label} className={classNames(strip, className)}>
    {children}
  </nav>
)

type TabItem<Value extends string> = { value: Value; label: string; count?: number; icon?: ReactNode }

type TabsProps<Value extends string> = {
  label: string
  value: Value
  tabs: readonly TabItem<Value>[]
  onChange: (value: Value) => void
  /** The id of the panel that the tabs switch. */
  panelId?: string
  className?: string
}

/** Tabs that switch a part of the page in place; arrow keys, Home and End move. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, panelId, className }: TabsProps<Value>) {
  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const steps: Record<string, number> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const next = steps[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onChange(tab.value)
    const buttons = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')
    buttons?.[next]?.focus()
  }
  const ref = useOpenTabInView(tabs.findIndex((tab) => tab.value === value))
  return (
    <div ref={ref} role="tablist" aria-label={label} className={classNames(strip, className)}>
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          className={tabClasses}
          onClick={() => onChange(tab.value)}
          onKeyDown={(event) => move(event, index)}
        >
          {tab.icon}
          {tab.label}
          {tab.count !== undefined && <CountBadge count={tab.count} />}
        </button>
      ))}
    </div>
  )
}
