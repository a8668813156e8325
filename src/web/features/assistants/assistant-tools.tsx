import { type AssistantTool, assistantTools } from '#contract/assistant-tools.ts'
import { Panel } from '#web/ui/panel.tsx'

const names = Object.keys(assistantTools) as AssistantTool[]

const kindWords = (name: AssistantTool): string => {
  if (name === 'apply_proposal') return 'changes the plan'
  return assistantTools[name].writes ? 'proposals only' : 'reads'
}

/** What an assistant can do, and what each of it changes. */
export const AssistantTools = () => (
  <Panel title="What it can do">
    <ul className="divide-y divide-line border-line border-b">
      {names.map((name) => (
        <li key={name} className="flex items-center justify-between gap-4 px-3 py-2">
          <span className="min-w-0">
            {assistantTools[name].title}
            <span className="block text-ink-3 text-label">{name}</span>
          </span>
          <span className="shrink-0 text-ink-3 text-label">{kindWords(name)}</span>
        </li>
      ))}
    </ul>
    <p className="p-3 text-ink-3">
      Only an applied proposal changes the plan, and one undo takes it back. Names and notes reach the assistant as
      data: a project whose name is an instruction changes nothing here. What your assistant makes of them is up to its
      maker.
    </p>
  </Panel>
)
