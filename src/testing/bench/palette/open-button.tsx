export const OpenButton = ({ onOpen }: { onOpen: () => void }) => (
  <button type="button" id="open" onClick={onOpen}>
    Open
  </button>
)
