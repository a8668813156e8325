/** The place of a side panel while its code is loaded, so that the rows keep their width. */
export const PanelSpace = () => <div className="w-76 shrink-0 border-line-2 border-l bg-surface max-md:w-full" />
